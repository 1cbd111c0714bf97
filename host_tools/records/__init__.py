"""What is kept of the tables: facts, hands, verdicts and decisions, counts, decks, money, and the floor's records."""

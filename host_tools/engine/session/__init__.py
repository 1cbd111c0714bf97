"""A table's night: players, blinds, decks, dealers, chips and books between the hands; scripted evenings."""

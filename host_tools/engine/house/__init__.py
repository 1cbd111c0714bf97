"""What the house takes and gives: rake, time charges, jackpots."""

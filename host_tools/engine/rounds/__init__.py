"""A round of play: a hand with what the house has taken of it and what went wrong in it."""

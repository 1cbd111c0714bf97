"""The rankings: a player's best hand as one comparable integer, and its name."""

"""A simulated table, wired up: world, firmware, dealer, players, tracker, and the audit outside all of them."""

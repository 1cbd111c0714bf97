"""A simulated table, wired up: world, firmware, dealer, players, tracker; and the audit that stands outside all of them."""

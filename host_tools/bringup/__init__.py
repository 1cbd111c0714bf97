"""What brings up the hardware of a table: its wiring and its zones on paper."""

"""The live table: what a table's facts look like to each who watches it, and the server that shows it."""

"""The link between table and host: packet codec, table of messages, the table's side of a session."""

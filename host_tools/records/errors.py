"""What can be wrong with records; apart from the store, so that no other command has to load the database's library."""


class RecordsError(Exception):
    """Records that cannot be opened, read or written: one line that says what and what to do."""

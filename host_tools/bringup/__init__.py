"""Boards: their hardware on paper, what their flash holds, who signs it, and how it gets there."""


class InputError(Exception):
    """A port, key, board, version or file that cannot be used; one line. Nothing has been changed."""


class FlashError(Exception):
    """A deployment that did not come to its end; one line. The old firmware runs."""

"""`rp2` of the board behind a pty: its flash."""

import flash


def Flash():
    """The block device of the file system."""
    return flash.mounted

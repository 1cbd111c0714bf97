"""PHH hand histories (github.com/uoftcprg/phh-std), for every game; see `variants` for the codes.

A file has its players in the order p1, p2, ... as they are dealt: from the first seat after the button, the last
having the button; in stud from the dealer's left. With two players p1 is the big blind and p2, the button, the small
one, though `blinds_or_straddles` still lists the small first. So hands are read with the profile 'published' unless
told otherwise; `_options` of the file come on top.

Burns are not recorded and folded cards may be `????`: such a card is NO_CARD in the events, and `fill` gives it an
unused card for a dealer who needs a whole deck. A hand that is shown later is dealt with the cards it shows.
"""

from pathlib import Path

from host_tools.engine import given
from host_tools.engine.phh.fields import Reader
from host_tools.engine.phh.hand import Hand, PhhError, fill
from host_tools.engine.phh.write import write

__all__ = ["Hand", "PhhError", "fill", "parse_text", "read", "write"]


def read(path: Path, profile: str = "published") -> Hand:
    """The hand of a file, played through to its end by a profile of options.

    Raises PhhError unless it is a whole, legal hand.
    """
    file = str(path)
    if not path.is_file():
        raise PhhError(file, "file", "a file that is there")
    try:
        text = given.text(path)
    except (OSError, ValueError) as error:
        raise PhhError(file, "file", f"readable UTF-8 text ({error})") from None
    return parse_text(text, file, profile)


def parse_text(text: str, file: str, profile: str = "published") -> Hand:
    """Like `read`, for the text of a file; `file` is the name that errors give it."""
    try:
        fields = given.toml(text)
    except ValueError as error:
        raise PhhError(file, "file", f"TOML ({error})") from None
    return Reader(file, fields, profile).hand()

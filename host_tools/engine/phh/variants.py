"""PHH variant codes: a letter for the limits, then the game.

The standard has FT, NT, PO, FO/8, F7S, F7S/8, FR, N2L1D and F2L3D. For the other games and limits of the table there
are own codes of the same make:

    F N P   fixed, no, pot limit (the standard's letters);  S   spread, with the user field `_max_bets`
    O       Omaha high            7S/HL   seven-card stud high-low without a qualifier
    5D      five-card draw high   AL1D    five-card draw low (ace-to-five lowball, one draw)
    5S      five-card stud high   P, CP   pineapple, crazy pineapple

Where the standard has no place for something it is in a user field, which begins with `_`:

    _max_bets    the most a spread allows, in the small-bet and in the big-bet rounds
    _raise_cap   raises in a round of a fixed limit or spread (4 when absent, what published hands use; 0 = any number)
    _burns       the burns in order, `??` = not identified
    _straddle    true when the seat after the big blind straddles (the standard's list is read as blinds)
    _kill        the player and the amount of a kill blind, such as [3, 800]
    _unit        what pots are divided down to (1 when absent)
    _options     house options that differ from the profile 'published'
"""

from typing import Any

from host_tools.engine.limits import Limits, fixed_limit, no_limit, pot_limit, spread_limit

PUBLISHED_CAP = 4

GAMES = {
    "T": "holdem",
    "O": "omaha_high",
    "O/8": "omaha_hl8",
    "7S": "stud7_high",
    "7S/HL": "stud7_hl",
    "7S/8": "stud7_hl8",
    "R": "stud7_low",
    "5D": "draw5_high",
    "AL1D": "draw5_low",
    "2L1D": "single_draw_27",
    "2L3D": "triple_draw_27",
    "5S": "stud5_high",
    "P": "pineapple",
    "CP": "crazy_pineapple",
}
STRUCTURES = {"F": "fixed", "N": "no", "P": "pot", "S": "spread"}
_GAME_CODES = {game: code for code, game in GAMES.items()}
_LETTERS = {structure: letter for letter, structure in STRUCTURES.items()}


def decode(code: Any) -> tuple[str, str] | None:
    """The structure and the game of a variant code, or None."""
    if not isinstance(code, str) or code[:1] not in STRUCTURES or code[1:] not in GAMES:
        return None
    return STRUCTURES[code[0]], GAMES[code[1:]]


def encode(structure: str, game: str) -> str:
    """The variant code of a game."""
    return _LETTERS[structure] + _GAME_CODES[game]


def limits(structure: str, bets: tuple[int, ...], most: tuple[int, ...], cap: int) -> Limits:
    """The limits from the fields of a file: (small bet, big bet) for fixed, else (least bet,)."""
    if structure == "fixed":
        return fixed_limit(bets[0], bets[1], cap)
    if structure == "spread":
        return spread_limit(bets[0], most[0], most[1], cap)
    return no_limit(bets[0]) if structure == "no" else pot_limit(bets[0])

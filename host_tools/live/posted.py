"""What is posted at a table, in the words of the inputs that post it, so that the page can begin with them."""

from collections.abc import Iterable
from typing import Any

from host_tools.engine.limits import amounts
from host_tools.engine.session.settings import Stakes
from host_tools.engine.session.state import Session


def stakes(played: Stakes) -> dict[str, Any]:
    """What is posted, in the words of the input that posts it."""
    return {
        "game": played.game,
        "structure": played.limits.structure,
        "bets": _words(amounts(played.limits)),
        "blinds": _words(played.blinds),
        "ante": played.ante,
        "bring_in": played.bring_in,
        "buy_in": _words(played.buy_in),
        "minimum": played.minimum,
    }


def rake(session: Session) -> dict[str, Any]:
    """How the rake is taken, likewise, and the most that the house has filed."""
    terms, filed = session.table.house.rake, session.table.filed
    assert terms is not None
    assert filed is not None
    return {
        "methods": _words(terms.methods),
        "per_mille": terms.per_mille,
        "steps": _words(f"{level}:{amount}" for level, amount in terms.steps),
        "fees": _words(
            f"{least}-{most}:{fee}" for least, most, fee in (terms.time.fees if terms.time else ())
        ),
        "cap": terms.cap,
        "filed": filed.cap,
    }


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))

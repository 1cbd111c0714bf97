"""How many collected tests prove each paragraph, for the coverage test and for whoever asks pytest."""

import os
from collections.abc import Sequence

import pytest

from host_tools.engine import Options, apply, fixed_limit, legal, start
from host_tools.engine.house.rake import Rake
from host_tools.engine.rounds.play import apply_round
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.night import apply_session, begin_session
from host_tools.engine.session.settings import Stakes, Table
from railbird.rules.cards import name


def pytest_report_collectionfinish(items: Sequence[pytest.Item]) -> list[str]:
    """With `RAILBIRD_RULES` set, one line a case and paragraph: `rule b(1) test_ranking.py::test_it`."""
    if not os.environ.get("RAILBIRD_RULES"):
        return []
    return [
        f"rule {mark.args[0]} {item.nodeid.partition('[')[0]}"
        for item in items
        for mark in item.iter_markers("rule")
    ]


@pytest.fixture(scope="session")
def begin():
    def run(played: str, seats, button: int, blinds=(2, 4), stack: int = 200, **more):
        seats = tuple(seats)
        return start(played, seats, button, more.pop("stacks", (stack,) * len(seats)), blinds, **more)

    return run


@pytest.fixture(scope="session")
def dealt_order():
    """The seats in the order in which they get their first cards."""

    def run(state) -> list[int]:
        while state.next[0] in ("ante", "blind"):
            state = apply(state, state.next)
        order: list[int] = []
        while state.next[0] == "deal":
            order.append(state.next[1])
            state = apply(state, (*state.next[:2], len(order), state.next[2]))
        return order

    return run


@pytest.fixture(scope="session")
def down():
    """Everybody calls or checks, discards nothing or the first card, until a street is dealt."""

    def run(play, state, street: int):
        state = play(state)
        while state.street < street or state.next[0] != "act":
            kind, seat, *_ = (*state.next, 0)
            if kind == "discard":
                least = legal(state)[0][2]
                state = play(apply(state, ("discard", seat, state.hole(seat)[:least])))
            else:
                state = play(apply(state, ("call" if state.to_call else "check", seat)))
        return state

    return run


@pytest.fixture(scope="session")
def showdown():
    """All-in before the flop, everybody shows."""

    def run(play, played: str, holes: dict[int, str], board: str, stacks, blinds=(1, 2), **more):
        seats = tuple(holes)
        state = play(start(played, seats, seats[-1], stacks, blinds, **more), (), holes, board)
        while state.next[0] == "act":
            options = {option[0]: option for option in legal(state)}
            event = options.get("raise") or options.get("bet") or options.get("call") or options["check"]
            event = (*event[:2], event[3]) if len(event) == 4 else event
            state = play(apply(state, event), (), holes, board)
        while state.next[0] == "show":
            state = play(state, [f"{state.next[1]} show"], holes, board)
        return state

    return run


@pytest.fixture(scope="session")
def drawing(begin):
    """Everybody has called; the first seat is about to draw."""

    def run(play, played: str, count: int, **more):
        state = play(begin(played, range(1, count + 1), count, **more))
        while state.next[0] == "act":
            state = play(apply(state, ("call" if state.to_call else "check", state.actor)))
        return state

    return run


@pytest.fixture(scope="session")
def draw():
    """One seat after another discards so many of its first cards and gets new ones."""

    def run(play, state, *numbers: int):
        for number in numbers:
            seat = state.next[1]
            state = play(apply(state, ("discard", seat, state.hole(seat)[:number])))
        return state

    return run


@pytest.fixture(scope="session")
def missing():
    def run(state) -> int:
        return next(card for card in range(52) if not state.dealt.seen >> card & 1)

    return run


@pytest.fixture(scope="session")
def begin_stud():
    def run(played: str, seats, stack: int = 1000, ante: int = 0, bring_in: int = 2, **more):
        limits = more.pop("limits", fixed_limit(4, 8))
        seats = tuple(seats)
        stacks = more.pop("stacks", (stack,) * len(seats))
        antes = (ante,) * len(seats)
        return start(played, seats, None, stacks, (), antes, bring_in=bring_in, limits=limits, **more)

    return run


@pytest.fixture(scope="session")
def showing():
    """Own cards for `play`: unused low cards down, then the up cards given."""

    def run(ups: dict[int, str], played: str, down: int) -> dict[int, str]:
        given = {text[index : index + 2] for text in ups.values() for index in range(0, len(text), 2)}
        rest = iter([name(card) for card in range(52) if name(card) not in given])
        del played
        return {seat: "".join(next(rest) for _ in range(down)) + text for seat, text in ups.items()}

    return run


@pytest.fixture(scope="session")
def third(begin_stud, showing):
    """A hand of stud up to the forced bet, with these cards up."""

    def run(play, played: str, ups: dict[int, str], **more):
        down = 1 if played == "stud5_high" else 2
        return play(begin_stud(played, ups, **more), (), showing(ups, played, down))

    return run


@pytest.fixture(scope="session")
def fourth(begin_stud, showing):
    """The same, everybody calling until each has as many cards up as given."""

    def run(play, played: str, ups: dict[int, str], **more):
        down = 1 if played == "stud5_high" else 2
        state = begin_stud(played, ups, **more)
        holes = showing(ups, played, down)
        state = play(state, (), holes)
        while len(state.up(state.seats[0])) < len(ups[state.seats[0]]) // 2:
            seat = state.actor
            verb = legal(state)[0][0] if not state.to_call else "call"
            state = play(state, [f"{seat} {verb}"], holes)
        return state

    return run


@pytest.fixture(scope="session")
def to_street():
    """Everybody calls or checks until a street is dealt; `folds`: who folds in the round of a street."""

    def run(state, play, street: int, folds: dict[int, list[int]]):
        while state.street < street:
            seat = state.actor
            if (seat in folds.get(state.street, []) and state.wager.level != 0) or seat in folds.get(
                state.street, []
            ):
                state = play(state, [f"{seat} fold"])
            else:
                options = [option[0] for option in legal(state)]
                verb = next(verb for verb in ("bring_in", "check", "call") if verb in options)
                state = play(state, [f"{seat} {verb}"])
        return state

    return run


@pytest.fixture(scope="session")
def settled():
    """A hand whose seats are all-in for `paid` each before the cards; `muckers` more seats pay and muck."""

    def run(play, played: str, hands: dict[int, str], paid: int, muckers: int = 0, **more):
        seats = (*hands, *range(12 - muckers, 12))
        stacks = (paid,) * len(seats)
        limits = fixed_limit(2, 4)
        state = start(played, seats, None, stacks, (), stacks, bring_in=1, limits=limits, **more)
        state = play(state, (), hands)
        while state.next[0] == "show":
            seat = state.next[1]
            state = play(state, [f"{seat} {'show' if seat in hands else 'muck'}"], hands)
        return state

    return run


@pytest.fixture(scope="session")
def table():
    def run(stacks, seats=(1, 4, 6, 9), button=9, blinds=(2, 4), **more):
        return start("holdem", seats, button, stacks, blinds, **more)

    return run


@pytest.fixture(scope="session")
def facing(table):
    """Seat 6 has bet so much on the flop; seat 9 is to act, then 1."""

    def run(play, bet: int, **more):
        state = play(table((1000,) * 4, **more), ["6 call", "9 call", "1 call", "4 fold"])
        return play(state, ["1 check", f"6 bet {bet}"])

    return run


@pytest.fixture(scope="session")
def play_round(cards):
    """play_round(round, actions, holes, board, until=...): as `play`, for a round of play.

    Rake and contribution are taken as they are due. It stops where the actions are used up and a player or the floor
    is to speak, or where `until` says so. An action is a text as in `play`, or an event.
    """

    def run(value, actions=(), holes=None, board: str = "", until=None):
        held = {seat: cards(text) for seat, text in (holes or {}).items()}
        common = cards(board)
        given = {card for hand in held.values() for card in hand} | set(common)
        todo = list(actions)
        while not value.over and not (until and until(value)):
            hand, (kind, *rest) = value.hand, value.next
            unused = [card for card in range(52) if card not in given and not hand.dealt.seen >> card & 1]
            if kind in ("ante", "blind", "dead", "award", "shuffle", "rake", "drop"):
                event = value.next
            elif kind == "deal":
                mine = [card for card in held.get(rest[0], ()) if not hand.dealt.seen >> card & 1]
                event = ("deal", rest[0], (mine or unused)[0], rest[1])
            elif kind in ("burn", "board"):
                place = len(hand.board)
                named = kind == "board" and place < len(common)
                event = (kind, common[place] if named else unused[0])
            elif not todo:
                return value
            else:
                event = todo.pop(0)
                if isinstance(event, str):
                    seat, verb, *amounts = event.split()
                    event = (verb, int(seat), *map(int, amounts))
            value = apply_round(value, event)
        assert not todo, f"left over: {todo}"
        return value

    return run


@pytest.fixture(scope="session")
def percent():
    """A percentage rake, by default ten percent without a bound that matters."""

    def run(per_mille: int = 100, cap: int = 10**6, **more) -> Rake:
        return Rake(("percentage",), per_mille, cap=cap, **more)

    return run


@pytest.fixture(scope="session")
def settings_of(percent):
    """A table of nine seats with one game, its rake a percentage unless given."""

    def run(rake=None, jackpot=None, **more) -> Table:
        stakes = more.pop("stakes", (Stakes("game", "holdem", (4, 8), (20, 500), (2, 4), minimum=4),))
        return Table(7, stakes, House(rake or percent(), jackpot), more.pop("options", Options()), 9, **more)

    return run


@pytest.fixture(scope="session")
def opened():
    """An open table with so many players, seats from 1 on, that begins where it is told to."""

    def run(table: Table, players: int = 4, stack: int = 200):
        session = begin_session(table)
        inputs = [("sit", seat, f"P{seat}", stack) for seat in range(1, players + 1)]
        inputs += [("distribute", "Sue", "red", "blue"), ("dealer", "Dan", "D-1")]
        inputs += [("inspect", deck, seat) for deck in ("red", "blue") for seat in (1, 2)]
        for event in (*inputs, ("open",)):
            session = apply_session(session, event)
        return session

    return run

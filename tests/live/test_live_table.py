"""People at a simulated table: hands from the console, the floor's word, cards by hand, faults, a cut link."""

import json

import pytest

from host_tools.live.desk import Refused
from host_tools.live.roles import CALLS
from railbird.rules.cards import NO_CARD, name


def play(live, number):
    """Check and call a whole hand from the console, show what has to be shown; what was declared."""
    told = []
    while True:
        picture = live.until(
            "dealer",
            lambda seen: (
                seen["desk"]["choices"]
                or seen["desk"]["push"]
                or (seen["hand"] or {}).get("number", 0) > number
            ),
            "a decision",
        )
        if picture["hand"]["number"] > number:
            return told
        if picture["desk"]["push"]:
            live.do("push")
            live.until("dealer", lambda seen: not seen["desk"]["push"], "pushed")
            continue
        kinds = {choice[0]: choice for choice in picture["desk"]["choices"]}
        kind = next(kind for kind in ("check", "call", "bring_in", "show", "discard") if kind in kinds)
        event = [kind, kinds[kind][1], *([0] if kind == "discard" else [])]
        try:
            live.do("declare", event=event)
        except Refused:  # the picture was of the moment before
            continue
        told.append(tuple(event))


@pytest.mark.parametrize(
    ("game", "board", "sealed"),
    [("holdem", "virtual_9", False), ("stud7_high", "stud_8", False), ("holdem", "virtual_9", True)],
)
def test_a_whole_hand_is_played_from_the_dealers_console(make_live, game, board, sealed):
    live = make_live(game, (1, 3, 6), board, play=sealed)
    live.do("console", on=True)
    number = live.until("dealer", lambda seen: seen["desk"]["choices"], "the first decision")["hand"][
        "number"
    ]
    table = live.table._table
    told = play(live, number)
    assert {event[0] for event in told} >= {"check", "call", "show"}
    audit = table.audit
    assert (audit.hands >= 1, audit.stack_mismatches, audit.missed(), audit.wrong()) == (True, 0, 0, 0)


def test_only_what_the_rules_allow_can_be_declared(make_live):
    live = make_live()
    live.do("console", on=True)
    seen = live.until("dealer", lambda seen: seen["desk"]["choices"])
    actor = seen["hand"]["actor"]
    other = next(seat for seat in (1, 4, 7) if seat != actor)
    for event in (
        ["check", actor],
        ["call", other],
        ["raise", actor, 3],
        ["raise", actor, 10**9],
        ["raise", actor, -4],
        ["raise", actor, "4"],
        ["deal", actor, 5, "d"],
        ["award", 0],
        [],
        "call",
        None,
        [["call"], actor],
        ["call", True],
    ):
        with pytest.raises(Refused):
            live.do("declare", event=event)
    live.do("declare", event=["call", actor])


def test_a_fold_a_raise_and_an_all_in_are_told_to_every_role(make_live):
    live = make_live()
    live.do("console", on=True)
    for kind in ("fold", "raise", "call"):
        seen = live.until("dealer", lambda seen: seen["desk"]["choices"])
        choice = next(choice for choice in seen["desk"]["choices"] if choice[0] == kind)
        event = choice[:2] if kind != "raise" else [kind, choice[1], choice[3]]
        live.do("declare", event=event)
        if kind == "raise":
            shown = live.until("viewer", lambda seen: any(seat.get("all_in") for seat in seen["seats"]))
            assert sum(not seat["live"] for seat in shown["seats"] if seat["in"]) == 1
        live.until("dealer", lambda seen, before=seen: seen["desk"]["choices"] != before["desk"]["choices"])


def test_the_viewer_gets_no_down_card_while_the_producer_has_them(make_live):
    live = make_live()
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    state = live.table._table.dealer._waits
    down = [name(card) for seat in state.seats for card in state.hole(seat)]
    assert len(down) == 6
    live.until("producer", lambda seen: all(card in json.dumps(seen) for card in down), "every down card")
    viewer = json.dumps(live.pages.seen["viewer"])
    assert [card for card in down if card in viewer] == []


def test_the_floor_decides_a_misdeal_and_the_hand_is_void(make_live):
    """A card goes to the wrong seat, p(1)(ii); everything stands still until a person has spoken."""
    live = make_live(seats=(1, 3, 5, 8), seed=7, mistakes=1.0)
    live.do("ruling", on=True)
    held = live.until("floor", lambda seen: seen["held"] and seen["advice"], "a verdict that holds the deal")
    verdict = next(one for one in held["verdicts"] if one["standing"])
    assert verdict["rule"]
    number = held["hand"]["number"]
    with pytest.raises(Refused, match="reason"):
        live.do("rule", word="misdeal", why=" ")
    live.do("rule", word="misdeal", why="two cards to seat 3")
    after = live.until("floor", lambda seen: seen["hand"]["number"] > number, "the next hand")
    assert ["Ana", "misdeal", "two cards to seat 3"] in [row[1:] for row in after["decisions"]]
    lines = [text for _, text in after["lines"]]
    assert any("misdeal: all money goes back" in text for text in lines)


def test_a_dead_round_brings_the_other_deck(make_live):
    live = make_live()
    live.do("console", on=True)
    number = live.until("dealer", lambda seen: seen["desk"]["choices"])["hand"]["number"]
    live.do("rule", word="dead round", why="a card of the deck is marked")
    live.until(
        "dealer",
        lambda seen: seen["hand"]["number"] > number and seen["desk"]["choices"],
        "a hand of the other deck",
    )
    assert live.table._table.tracker.view.deck == 1
    assert live.table._table.audit.wrong() == 0


def test_a_stray_card_holds_the_deal_until_it_is_taken_away_and_the_floor_says_so(make_live):
    live = make_live()
    live.do("console", on=True)
    live.do("ruling", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    live.do("move", **{"from": "stranger", "to": "board_3"})
    held = live.until("floor", lambda seen: seen["held"], "the deal is held")
    assert [one["rule"] for one in held["verdicts"] if one["standing"]] == ["a(5)(i)"]
    way = live.table.way(f"verdict-{held['verdicts'][-1]['number']}", "floor")
    assert way["rule"] == "a(5)(i)"
    assert {"unknown", "verdict"} <= {step["kind"] for step in way["steps"]}
    live.do("move", **{"from": "board_3", "to": "off"})
    live.do("rule", word="goes on", why="taken away")
    live.until(
        "floor",
        lambda seen: not seen["held"] and not any(one["standing"] for one in seen["verdicts"]),
        "the deal goes on and no verdict stands",
    )


def test_a_lost_reader_is_unknown_and_comes_back(make_live):
    live = make_live()
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    live.do("fault", name="unplugged", zone="seat_8", on=True)
    seen = live.until("viewer", lambda seen: seen["readers"]["seat_8"] == "UNKNOWN", "UNKNOWN")
    assert [zone for zone, state in seen["readers"].items() if state != "ok"] == ["seat_8"]
    assert live.until("floor", lambda seen: seen["desk"]["faults"])["desk"]["faults"] == [
        ["unplugged", "seat_8"]
    ]
    live.do("fault", name="unplugged", zone="seat_8", on=False)
    live.until("viewer", lambda seen: seen["readers"]["seat_8"] == "ok", "back")


def test_a_cut_link_is_shown_and_nothing_is_lost_by_it(make_live):
    live = make_live()
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    live.do("link", on=False)
    lost = live.until("viewer", lambda seen: not seen["link"]["open"], "the table is lost")
    assert lost["hand"]["number"] == 1
    live.do("link", on=True)
    live.until("viewer", lambda seen: seen["link"]["open"], "the table is back")
    live.do("console", on=False)
    live.until("viewer", lambda seen: seen["hand"]["number"] > 1, "hands go on")
    assert live.table._table.audit.stack_mismatches == 0


def test_a_card_is_entered_by_hand_or_refused_in_words(make_live):
    live = make_live()
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    for card, zone in (("Xx", "seat_1"), ("As", "nowhere"), ("", "seat_1"), (None, "seat_1"), ("As", 5)):
        with pytest.raises(Refused):
            live.do("enter", card=card, zone=zone)
    with pytest.raises(Refused):
        live.do("move", **{"from": "board_1", "to": "board_2"})
    with pytest.raises(Refused):
        live.do("fault", name="none such", zone="seat_1", on=True)
    with pytest.raises(Refused):
        live.do("fault", name="unplugged", zone="seat_99", on=True)
    with pytest.raises(Refused):
        live.do("console", on="yes")


def test_there_is_a_call_for_every_row_of_the_table_of_calls(make_live):
    table = make_live().table
    assert {*table.calls, *table.stream.calls} == set(CALLS)


def test_a_down_card_has_no_way_for_who_may_not_see_it(make_live):
    live = make_live()
    live.do("console", on=True)
    live.until("dealer", lambda seen: seen["desk"]["choices"])
    for role in ("viewer", "dealer", "floor"):
        assert live.table.way("card-seat_1-1", role) is None
    live.until("producer", lambda seen: len(seen["seats"][0].get("cards", ())) == 2)
    way = live.table.way("card-seat_1-1", "producer")
    state = live.table._table.dealer._waits
    assert state.hole(1)[0] != NO_CARD
    first = name(state.hole(1)[0])
    assert {"sight", "dealt"} <= {step["kind"] for step in way["steps"]}
    assert {step["card"] for step in way["steps"] if step["card"]} == {first}
    uid = live.table._table.uids[state.hole(1)[0]].hex(" ")
    listed = " ".join(data for _, _, data in way["bytes"])
    assert uid in listed, "the tag's UID is among the bytes on the bus"
    for about in ("", "card-", "card-seat_1", "card-nowhere-1", "verdict-x", "verdict-99", "card-seat_1-99"):
        assert live.table.way(about, "producer") is None


def open_cards(picture):
    """The cards that a picture names at a seat, on the board or in the ledger."""
    found = {card["card"] for seat in picture["seats"] for card in seat.get("cards", ())}
    return (found | {*picture["board"]} | {card for _, card in picture["ledger"]}) - {None}


def test_without_the_audit_key_the_stream_of_a_sealed_table_names_what_the_rules_opened(make_live):
    live = make_live(play=True, seed=3)
    named = {"viewer": {}, "producer": {}}
    offer = live.pages.offer

    def noted(pictures):
        for role in named.keys() & pictures.keys():
            number = (pictures[role]["hand"] or {}).get("number")
            named[role].setdefault(number, set()).update(open_cards(pictures[role]))
        offer(pictures)

    live.pages.offer = noted
    live.until("viewer", lambda seen: seen["hand"] and seen["hand"]["number"] > 4, "the fifth hand", 300)
    table = live.table._table
    assert (table.tracker.sealed.problems, table.audit.wrong(), table.audit.stack_mismatches) == ([], 0, 0)
    assert any(len(cards) > 4 for number, cards in named["viewer"].items() if number)
    for number in (1, 2, 3, 4):
        assert named["producer"][number] == named["viewer"][number]

"""Mishaps of single cards in the deal: face up in the deck, exposed, off the table, to the wrong player ((p)(2), (4),
(6)-(9)). Each handler takes a round and an event and gives the round that the regulation makes of it.
"""

from host_tools.engine.events import BURN, Event, IllegalEvent
from host_tools.engine.flow import deal_on, open_round
from host_tools.engine.judge import apply
from host_tools.engine.rounds.repairs import identify, put_out, remove, spare, void
from host_tools.engine.rounds.table_round import Round, Verdict, forget
from host_tools.engine.state import State
from railbird.rules.cards import DECK_SIZE, NO_CARD, name
from railbird.rules.games import MAX_SEATS

DUE = ("deal", "burn", "board")
EXCHANGED = ("holdem", "omaha_high", "omaha_hl8")  # (p)(9)
PINEAPPLE = ("pineapple", "crazy_pineapple")  # by option (P10)


def _is_due(value: Round) -> bool:
    """A card of the deck is to be dealt, be it to replace another."""
    return value.hand.next[0] in DUE or value.next[0] == "exchange"


def ruled(value: Round, rule: str, text: str) -> Round:
    """The round with one more verdict on record."""
    return value._replace(verdicts=(*value.verdicts, Verdict(rule, text)))


def misdealt(value: Round, rule: str, text: str) -> Round:
    """All cards go back for a re-shuffle (p)(1), all money to whoever put it in (P01)."""
    value = ruled(value, rule, f"misdeal: {text}")
    return value._replace(hand=void(value.hand), takes=(), asked=(), drop=0, outcome="misdeal")


def boxed(value: Round, event: Event) -> Round:
    """The card due lies face up in the deck: it is out of play (p)(4), the next one takes its place (P06); a second
    one makes a misdeal at any time before the award (p)(1)(iii), (P03).
    """
    card = event[1]
    if not _is_due(value) or card == NO_CARD:
        raise IllegalEvent("no card of the deck is due", "p(4)")
    identify(value.hand, card, "p(4)")
    mishaps = value.mishaps
    if mishaps.boxed:
        return misdealt(value, "p(1)(iii)", f"{name(card)} is the second card face up in the deck")
    value = value._replace(
        hand=put_out(value.hand, card, "p(4)"), mishaps=mishaps._replace(boxed=1, out=(*mishaps.out, card))
    )
    return ruled(value, "p(4)", f"{name(card)}, face up in the deck, is out of play")


def off_table(value: Round, event: Event) -> Round:
    """The card due fell off the table: it is examined and not used (p)(8). A hole or up card is replaced after the
    whole deal, a burn, a community card or a drawn card at once (P06).
    """
    card, hand, mishaps = event[1], value.hand, value.mishaps
    if not _is_due(value) or card == NO_CARD:
        raise IllegalEvent("no card is being dealt, or it was not examined", "p(8)")
    identify(hand, card, "p(8)")
    text = f"{name(card)}, dealt off the table, is out of play"
    if hand.next[0] != "deal" or hand.dealt.drawing or hand.setup.options.offtable_replace == "at_once":
        hand = put_out(hand, card, "p(8)")
        value = value._replace(hand=hand, mishaps=mishaps._replace(out=(*mishaps.out, card)))
        return ruled(value, "p(8)", text)
    if spare(hand) <= len(mishaps.due):
        raise IllegalEvent("no card is left to take its place: the floor decides", "p(8)")
    seat = hand.next[1]
    value = value._replace(mishaps=mishaps._replace(due=(*mishaps.due, (seat, card, "p(8)"))))
    return ruled(deal(value, (*value.next[:2], card, *value.next[2:])), "p(8)", text)


def deal(value: Round, event: Event) -> Round:
    """A card to a seat; after an exposed hole card in stud the third (in five-card stud the second) card comes face
    down, and the exposed one takes its place as the up card (p)(6), (7).
    """
    hand, seat = value.hand, event[1]
    card = dict(value.mishaps.faced).get(seat)
    if value.next == hand.next or card is None:
        return value._replace(hand=apply(hand, event))
    hand = apply(hand, (*event[:3], "u"))
    position = hand.setup.positions[seat]
    held = list(hand.dealt.hole[position])
    held.remove(card)
    return value._replace(hand=_reopened(_with_hole(hand, position, (*held, card))))


def exposed(value: Round, event: Event) -> Round:
    """A card that was to be dealt face down was dealt face up; what follows depends on the game."""
    _, seat, card = event
    hand = value.hand
    if seat not in hand.seats or not hand.is_live(seat) or hand.next[0] not in ("deal", "act"):
        raise IllegalEvent(f"no card of seat {seat} is being dealt", "p(6)")
    if hand.next[0] == "act" and hand.wager.acted:
        raise IllegalEvent("the deal is over: players have acted on it", "p(9)")
    hand = _known(hand, seat, card)
    value = value._replace(hand=hand)
    game = hand.setup.game.name
    if game.startswith("stud7"):
        return _exposed_in_stud7(value, seat, card)
    if game == "stud5_high":
        return _faced(value, seat, card, 2, "p(7)")
    pineapple = game in PINEAPPLE and hand.setup.options.exposed_rule_pineapple
    if (game in EXCHANGED or pineapple) and not hand.dealt.street:
        return _to_exchange(value, seat, card)
    return ruled(value, "p(9)", f"{name(card)} of seat {seat}, exposed, stands: no rule for {game}")


def _to_exchange(value: Round, seat: int, card: int) -> Round:
    """Exchanged after the deal (p)(9); so many of them are a misdeal by option (P10)."""
    hand, mishaps = value.hand, value.mishaps
    if (seat, card) in [entry[:2] for entry in mishaps.due]:
        return value  # it fell off the table as well: one exchange answers both
    if spare(hand) <= len(mishaps.due):
        raise IllegalEvent("no card is left to exchange it for: the floor decides", "p(9)")
    count, limit = mishaps.exposed + 1, hand.setup.options.exposed_misdeal_count
    due = (*mishaps.due, (seat, card, "p(9)"))
    value = value._replace(mishaps=mishaps._replace(exposed=count, due=due))
    if limit and count >= limit:
        return misdealt(value, "p(9)", f"{count} cards were exposed")
    return ruled(value, "p(9)", f"{name(card)} of seat {seat}, exposed, is exchanged after the deal")


def _exposed_in_stud7(value: Round, seat: int, card: int) -> Round:
    hand, mishaps = value.hand, value.mishaps
    position = hand.setup.positions[seat]
    if hand.dealt.street == 4:
        if seat in mishaps.choosing or card != hand.dealt.hole[position][-1]:
            raise IllegalEvent(f"{name(card)} is not the last hole card of seat {seat}", "p(6)")
        if not hand.wager.able >> position & 1:
            return ruled(value, "p(6)", f"seat {seat} is all-in and has nothing to choose")
        value = value._replace(mishaps=mishaps._replace(choosing=(*mishaps.choosing, seat)))
        return ruled(value, "p(6)", f"seat {seat} chooses: {name(card)}, its last hole card, was exposed")
    if seat not in dict(mishaps.faced):
        return _faced(value, seat, card, 3, "p(6)")
    if len(hand.dealt.hole[position]) > 2 or card == dict(mishaps.faced)[seat]:
        raise IllegalEvent(f"{name(card)} is no second exposed hole card of seat {seat}", "p(6)")
    value = value._replace(hand=remove(hand, position, refund=True), mishaps=forget(mishaps, seat))
    return ruled(
        value, "p(6)", f"both hole cards of seat {seat} were exposed: its hand is dead, its ante back"
    )


def _faced(value: Round, seat: int, card: int, nth: int, rule: str) -> Round:
    """The exposed card serves as the up card (P08)."""
    hand, mishaps = value.hand, value.mishaps
    if hand.dealt.street or len(hand.hole(seat)) >= nth:
        raise IllegalEvent(f"card {nth} of seat {seat} has been dealt: too late for {name(card)}", rule)
    value = value._replace(mishaps=mishaps._replace(faced=(*mishaps.faced, (seat, card))))
    return ruled(value, rule, f"{name(card)} of seat {seat}, exposed, is its up card: card {nth} comes down")


def exchange(value: Round, event: Event) -> Round:
    """The replacement after the whole deal (P06), (P10); `use`: the old card goes to the 'discard's, or, in a game
    with a flop, is the face-up 'burn' before it (p)(9)(i)-(ii), of which there can be one (P11).
    """
    _, seat, card, use = event
    hand, mishaps = value.hand, value.mishaps
    if value.next != ("exchange", seat) or use not in ("discard", "burn"):
        raise IllegalEvent(f"seat {seat} has no card to exchange now", "p(9)")
    _, old, rule = mishaps.due[0]
    flop = "ccc" in "".join(script for script, _, _ in hand.setup.game.streets)
    if use == "burn" and (mishaps.flop_burn >= 0 or rule != "p(9)" or not flop):
        raise IllegalEvent(f"{name(old)} may not be the burn before the flop", "p(9)(ii)")
    seen = identify(hand, card, "p(9)")
    position = hand.setup.positions[seat]
    held = list(hand.dealt.hole[position])
    held[held.index(old)] = card
    hand = _with_hole(hand, position, tuple(held))
    if use == "burn":
        mishaps = mishaps._replace(flop_burn=old)
    else:
        mishaps = mishaps._replace(out=(*mishaps.out, old))
    hand = hand._replace(dealt=hand.dealt._replace(stub=hand.dealt.stub - 1, seen=seen))
    faced = tuple((who, card if shown == old and who == seat else shown) for who, shown in mishaps.faced)
    mishaps = mishaps._replace(due=mishaps.due[1:], faced=faced)
    return value._replace(hand=_reopened(hand), mishaps=mishaps)


def burn_exposed(value: Round) -> Round:
    """The exposed card is the burn before the flop: the deck gives none (p)(9)(ii)."""
    hand, card = value.hand, value.mishaps.flop_burn
    if hand.next != BURN or card < 0:
        return value
    dealt = hand.dealt._replace(step=hand.dealt.step + 1, burns=(*hand.dealt.burns, card))
    hand = deal_on(hand.setup, dealt, hand.wager, hand.showdown)
    return value._replace(hand=hand, mishaps=value.mishaps._replace(flop_burn=-1))


def ineligible(value: Round, event: Event) -> Round:
    """Cards given to somebody who is not in the round are discarded, and the round goes on (p)(2)."""
    _, seat, cards = event
    hand, mishaps = value.hand, value.mishaps
    if seat in hand.seats or not 1 <= seat <= MAX_SEATS or not cards:
        raise IllegalEvent(f"seat {seat} is in the hand or none of the table, or got no card", "p(2)")
    for card in cards:
        hand = put_out(hand, card, "p(2)")
    value = value._replace(hand=hand, mishaps=mishaps._replace(out=(*mishaps.out, *cards)))
    return ruled(value, "p(2)", f"the cards dealt to seat {seat}, {len(cards)} in all, are discarded")


def choose(value: Round, event: Event) -> Round:
    """A player whose seventh card was exposed contends for the pot as 'formed' (p)(6)(i) or for the 'whole' (ii)."""
    _, seat, choice = event
    if value.next != ("choose", seat) or choice not in ("formed", "whole"):
        raise IllegalEvent(f"seat {seat} has nothing to choose now", "p(6)")
    hand, mishaps = value.hand, value.mishaps
    value = value._replace(mishaps=mishaps._replace(choosing=mishaps.choosing[1:]))
    if choice == "whole":
        return ruled(value, "p(6)(ii)", f"seat {seat} plays on for the whole pot")
    wager = hand.wager._replace(able=hand.wager.able & ~(1 << hand.setup.positions[seat]))
    value = value._replace(hand=open_round(hand.setup, hand.dealt, wager, hand.showdown))
    return ruled(value, "p(6)(i)", f"seat {seat} plays on for the pot as it is")


def _known(hand: State, seat: int, card: int) -> State:
    """The hand with an exposed card named, if it was not. Raises IllegalEvent for a card the seat does not hold."""
    if not 0 <= card < DECK_SIZE:
        raise IllegalEvent(f"{card} is not a card of the deck", "p(6)")
    held = hand.hole(seat)
    down = [index for index, face in enumerate(hand.setup.game.faces[: len(held)]) if face == "d"]
    if card in [held[index] for index in down]:
        return hand
    hidden = [index for index in down if held[index] == NO_CARD]
    if not hidden:
        raise IllegalEvent(f"seat {seat} was dealt no {name(card)} face down", "p(6)")
    seen = identify(hand, card, "p(6)")
    hole = (*held[: hidden[-1]], card, *held[hidden[-1] + 1 :])
    hand = _with_hole(hand, hand.setup.positions[seat], hole)
    return hand._replace(dealt=hand.dealt._replace(seen=seen))


def _with_hole(hand: State, position: int, cards: tuple[int, ...]) -> State:
    hole = hand.dealt.hole
    return hand._replace(dealt=hand.dealt._replace(hole=(*hole[:position], cards, *hole[position + 1 :])))


def _reopened(hand: State) -> State:
    """In stud the cards showing say who opens: found again once a card has changed."""
    if hand.next[0] == "act" and hand.setup.game.order == "left":
        return open_round(hand.setup, hand.dealt, hand.wager, hand.showdown)
    return hand

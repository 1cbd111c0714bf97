"""What the host believes of a table in play mode: what was opened is what was dealt, or it says what is wrong."""

import hashlib
import random

import pytest

from host_tools.bench import secrecy
from host_tools.link.seal import card_key
from host_tools.tracker.sealed import Unsealer
from railbird import facts
from railbird.link import seal
from railbird.rules import cards, games

AUDIT = b"a" * 32
HOLDEM = games.NAMES.index("holdem") << 11


def deck(*names):
    return [cards.parse(name) for name in names]


@pytest.fixture
def device():
    """Seats 1 and 2, two cards each in the order 2 1 2 1: As Kd Qh Jc; button at 1."""
    device = secrecy.Device("fixture", audit=AUDIT)
    assert device.command(facts.OP_HAND, 1, HOLDEM | 3) == 0
    for zone, card in zip((2, 1, 2, 1), deck("As", "Kd", "Qh", "Jc"), strict=True):
        device.apply(facts.SIGHT, zone, card, 0)
    return device


def to_showdown(device):
    rest = iter(deck("2c", "3c", "4c", "5c", "2d", "6c", "2h", "7c"))
    for zones in ((51, 41, 42, 43), (51, 44), (51, 45)):
        assert device.command(facts.OP_STREET) == 0
        for zone in zones:
            device.apply(facts.SIGHT, zone, next(rest), 0)


def heard(device, spoil=lambda told: told, audit=b""):
    """What a tracker would hear, and the unsealer."""
    got = []
    names = {}

    def rename(moves):
        names.update({old: new for (old, _), new in moves.items()})

    unsealer = Unsealer(lambda *fact: got.append(fact), rename, audit)
    for told in device.told:
        told = spoil(told)
        if told is None:
            continue
        if told.text:
            unsealer.secret(secrecy.NAME, *told)
        else:
            unsealer.fact(*told[:5])
    return got, unsealer


def test_before_the_showdown_the_host_knows_no_face(device):
    got, unsealer = heard(device)
    assert unsealer.problems == []
    assert unsealer.opened == {}
    dealt = [fact[2] for fact in got if fact[0] == facts.DEALT]
    assert len(dealt) == len(set(dealt)) == 4


def test_what_is_tabled_is_what_was_dealt(device):
    to_showdown(device)
    assert device.command(facts.OP_SHOWDOWN) == 0
    assert device.command(facts.OP_SHOW, 2) == 0
    _, unsealer = heard(device)
    assert unsealer.problems == []
    # Numbers go in the order of dealing: 1 2 3 4 down, 5 the burn, 6 7 8 the flop, 9, 10 the turn, 11, 12 the river.
    assert unsealer.opened == dict(
        zip((1, 3, 6, 7, 8, 10, 12), deck("As", "Qh", "3c", "4c", "5c", "6c", "7c"), strict=True)
    )
    assert unsealer.is_open(2)
    assert not unsealer.is_open(1)


def test_audit_key_knows_every_card_from_the_start(device):
    got, unsealer = heard(device, audit=AUDIT)
    assert [fact[2] for fact in got if fact[0] == facts.DEALT] == deck("As", "Kd", "Qh", "Jc")
    assert unsealer.problems == []


def test_a_stand_in_gives_way_to_the_card_itself(device):
    """The stand-ins are the lowest cards that are free; the flop brings three of them."""
    to_showdown(device)
    names = []
    unsealer = Unsealer(lambda *_: None, names.append)
    for told in device.told:
        if told.text:
            unsealer.secret(secrecy.NAME, *told)
        else:
            unsealer.fact(*told[:5])
    faces = list(unsealer._faces.values())
    assert len(faces) == len(set(faces)) == 12
    assert unsealer.problems == []


def _spoil_card(kind, **fields):
    def spoil(told):
        return told._replace(**fields) if told.kind == kind and told.ref == 6 else told

    return spoil


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (_spoil_card(facts.OPENED, code=0), "card 6 at zone 41 is told as 2c and is another"),
        (_spoil_card(facts.OPENED, text=bytes(16)), "the key does not open card 6"),
        (_spoil_card(facts.BLOCK, text=bytes(16)), "the key does not open card 6"),
        (_spoil_card(facts.OPENED, ref=40), "card 40 is opened and was never sealed"),
        (_spoil_card(facts.BLOCK, ref=9), "card 9 is sealed out of its turn"),
    ],
)
def test_what_does_not_fit_is_refused(device, spoil, problem):
    to_showdown(device)
    _, unsealer = heard(device, spoil)
    assert unsealer.problems[0] == problem
    assert 6 not in unsealer.opened


def test_a_card_that_was_opened_under_another_number_is_refused(device):
    """The block and the key of card 7, told as those of card 6."""
    to_showdown(device)
    text = {(told.kind, told.ref): told.text for told in device.told}

    def spoil(told):
        return told._replace(text=text[told.kind, 7], code=4) if (told.kind, told.ref) in swapped else told

    swapped = {(facts.BLOCK, 6), (facts.OPENED, 6)}
    _, unsealer = heard(device, spoil)
    assert unsealer.problems[0] == "the key does not open card 6"
    assert 6 not in unsealer.opened


def test_a_card_that_was_sealed_twice_opens_once(device):
    """A device that lies about a card has to find another key for the block, which it cannot; nor can it open one card
    as two, or twice.
    """
    to_showdown(device)
    opened = next(told for told in device.told if told.kind == facts.OPENED)
    device.told.append(opened)
    _, unsealer = heard(device)
    assert unsealer.problems == [f"card {opened.ref} is opened twice"]


def test_commitment_to_another_key_is_found_by_the_audit(device):
    def spoil(told):
        return told._replace(text=bytes(16)) if told.kind == facts.COMMIT and told.ref == 0 else told

    _, unsealer = heard(device, spoil, AUDIT)
    assert unsealer.problems == ["the hand's key is not the one that the table committed itself to"]


def test_key_of_a_card_that_is_not_of_the_committed_key_is_found_by_the_audit(device):
    to_showdown(device)
    key = card_key(b"k" * 32, 6)
    hand = secrecy.NAME.to_bytes(2, "little") + b"\1\0"
    block = seal.sealed(key, cards.parse("3c"), 6, hand)

    def spoil(told):
        if told.ref == 6 and told.kind in (facts.BLOCK, facts.OPENED):
            return told._replace(text=block if told.kind == facts.BLOCK else key)
        return told

    assert heard(device, spoil)[1].problems == []  # without the audit key nobody can tell
    assert "the key of card 6 is not of the hand's key" in heard(device, spoil, AUDIT)[1].problems


def test_nothing_is_opened_of_a_hand_that_is_over(device):
    to_showdown(device)
    late = next(told for told in device.told if told.kind == facts.OPENED)
    assert device.command(facts.OP_MISDEAL) == 0
    device.told.append(late)
    _, unsealer = heard(device)
    assert unsealer.problems == ["something was opened of a hand that is over"]


def test_a_card_named_in_clear_is_refused(device):
    def spoil(told):
        return told._replace(code=51) if told.kind == facts.DEALT and told.ref == 1 else told

    got, unsealer = heard(device, spoil)
    assert unsealer.problems == ["card 1 is named before it was opened"]
    assert sum(fact[0] == facts.DEALT for fact in got) == 3


def test_commitment_is_the_hash_of_key_and_hand(device):
    halves = [told.text for told in device.told if told.kind == facts.COMMIT]
    _, unsealer = heard(device, audit=AUDIT)
    assert b"".join(halves) == hashlib.sha256(unsealer.key + b"\x07\x00\x01\x00").digest()


def test_keys_of_two_hands_and_of_two_tables_differ():
    keys = set()
    for seed in range(20):
        device = secrecy.Device(random.Random(seed).random(), audit=AUDIT)
        for _ in range(3):
            device.told.clear()
            device.command(facts.OP_HAND, 1, HOLDEM | 3)
            keys |= {told.text for told in device.told if told.kind == facts.COMMIT}
            device.command(facts.OP_MISDEAL)
    assert len(keys) == 20 * 3 * 2

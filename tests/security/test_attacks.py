"""The list of attacks, each tried: the faults that card shufflers were found to have (CVE-2025-34500: updates under one
key for all devices, a MAC cut short, an open port; CVE-2025-34503: code that nobody verifies), random numbers from a
timer, and a host that asks for what it must not know. Frames are in tests/host_link/test_play.py.
"""

import random

import pytest

from host_tools.bench import secrecy
from host_tools.link.auth import HostGuard, Identity
from host_tools.link.events import Fact, Result
from host_tools.link.lines import packet_line
from host_tools.simulation.table import SimulatedTable, simulated
from host_tools.virtual.timing import MID
from railbird import facts
from railbird.lamps import NOTHING, OVERRIDE, SHOWDOWN, Lamps
from railbird.link import auth, mac, messages, packet
from railbird.link.auth import Entropy, Guard
from railbird.rules import games
from railbird_boards.schema import load

HOLDEM = games.NAMES.index("holdem") << 11
STUD = games.NAMES.index("stud7_high") << 11
SEATS = 0b111


# One key for all, a MAC cut short.


def sealed_frame(guard, payload):
    """A decoder that holds a COMMAND under the MAC of a host's guard."""
    header = bytes((packet.SEALED, messages.COMMAND, 1, 0, 0, 0, 7, 0, len(payload) + auth.TRAILER))
    trailer = guard.seal(header, payload)
    got = packet.Decoder()
    got.version, got.kind, got.size = packet.SEALED, messages.COMMAND, len(payload) + auth.TRAILER
    whole = header + payload + trailer
    got.packet[: len(whole)] = whole
    return got


@pytest.fixture
def pair():
    """A table's guard and a host's that have proved themselves to each other; and how to make others like them."""

    def make(secret, nonce_seed=1):
        rng = random.Random(nonce_seed)
        table = Guard(b"table-01", secret, Entropy(bytes(32), lambda: rng.getrandbits(16)))
        host = HostGuard(Identity(b"table-01", secret), random.Random(nonce_seed).randbytes)
        table.challenge(1, bytes(7))
        proof = host.prove(b"table-01", table.nonce, 7, 1, bytes(7))
        assert table.prove(bytearray(9) + proof, 7, 1) == 0
        return table, host

    return make


def test_key_of_one_table_opens_no_other(pair):
    table, _ = pair(b"1" * 32)
    _, stranger = pair(b"2" * 32)
    assert table.admit(sealed_frame(stranger, bytes(5))) == auth.F_KEY


def test_keys_of_a_session_open_no_other(pair):
    _, before = pair(b"1" * 32, 1)
    table, _ = pair(b"1" * 32, 2)
    assert table.admit(sealed_frame(before, bytes(5))) == auth.F_KEY


@pytest.mark.parametrize("right", range(16))
def test_a_mac_that_is_right_in_its_first_bytes_is_wrong(pair, right):
    table, host = pair(b"1" * 32)
    got = sealed_frame(host, bytes(5))
    end = 9 + got.size
    for at in range(end - 16 + right, end):
        got.packet[at] ^= 0xFF
    assert table.admit(got) == auth.F_KEY
    assert table.admit(sealed_frame(host, bytes(5))) == 0


def test_no_mac_is_ever_shorter_than_sixteen_bytes():
    assert mac.SIZE == 16
    assert auth.TRAILER == 4 + 1 + mac.SIZE


# Random numbers from a timer.


def test_two_tables_with_the_same_generator_draw_other_numbers():
    stuck = [Entropy(bytes((seed,)) * 32, lambda: 0x1234) for seed in range(50)]
    drawn = [one.draw() for one in stuck for _ in range(20)]
    assert len(set(drawn)) == 1000


def test_the_provisioned_seed_alone_says_nothing():
    """Who has read the seed still lacks what the generator gave."""
    drawn = set()
    for seed in range(50):
        rng = random.Random(seed)
        drawn.add(Entropy(bytes(32), lambda rng=rng: rng.getrandbits(16)).draw())
    assert len(drawn) == 50


def test_state_read_later_does_not_give_what_was_drawn_before():
    one = Entropy(bytes(32), lambda: 7)
    before = one.draw()
    later = Entropy(bytes(32), lambda: 7)
    later._mac = one._mac
    assert before not in {later.draw() for _ in range(100)}


def test_a_board_takes_its_numbers_from_the_hardware():
    """No seed stands in the port to a board."""
    with open("firmware/railbird/port/mcu.py") as file:
        text = file.read()
    assert "os.urandom(2)" in text
    assert "random" not in text.replace("urandom", "").replace("random16", "")


# A host that asks for what it must not know.


@pytest.fixture
def device():
    device = secrecy.Device("attacked")
    assert device.command(facts.OP_HAND, 1, HOLDEM | SEATS) == facts.R_OK
    return device


def deal(device, zones):
    for zone in zones:
        device.apply(facts.SIGHT, zone, next(device.deck), 0)


@pytest.fixture
def dealing(device):
    device.deck = iter(random.Random(4).sample(range(52), 52))
    deal(device, (2, 3, 1, 2, 3, 1))
    return device


def opened(device):
    return [told.ref for told in device.told if told.kind == facts.OPENED]


def test_no_key_before_the_showdown_whenever_it_is_asked_for(dealing):
    streets = ((51, 41, 42, 43), (51, 44), (51, 45))
    for zones in ((), *streets):
        if zones:
            assert dealing.command(facts.OP_STREET) == facts.R_OK
        for zone in zones:
            deal(dealing, (zone,))
            for seat in (1, 2, 3):
                assert dealing.command(facts.OP_SHOW, seat) == facts.R_MID_HAND
            last = zone == 45
            assert (dealing.command(facts.OP_SHOWDOWN) == facts.R_OK) == last
            if last:
                break
    # The board, face up, and nothing else; after OP_SHOWDOWN still nothing until somebody tables his hand.
    assert len(opened(dealing)) == 5


def test_showdown_is_refused_while_cards_are_due_all_in_or_not(device):
    device.deck = iter(range(52))
    deal(device, (2, 3, 1))
    assert device.command(facts.OP_SHOWDOWN, 0, 1) == facts.R_STILL_DEALING
    assert device.command(facts.OP_SHOWDOWN) == facts.R_STILL_DEALING
    assert opened(device) == []


def test_all_in_is_seen_by_everybody_and_ends_the_betting(dealing):
    assert dealing.command(facts.OP_SHOWDOWN, 0, 1) == facts.R_OK
    assert dealing.sealed.notice == SHOWDOWN
    assert dealing.command(facts.OP_WAGERED, 0, 1) == facts.R_SHOWN
    assert dealing.command(facts.OP_SHOW, 2) == facts.R_OK
    assert opened(dealing) == [1, 4]  # the cards of seat 2, in the order in which they were dealt


def test_host_that_folds_everybody_else_gets_no_key_without_their_cards_at_the_muck(dealing):
    assert dealing.command(facts.OP_FOLD, 2) == facts.R_OK
    assert dealing.command(facts.OP_FOLD, 3) == facts.R_OK
    assert dealing.command(facts.OP_SHOW, 1) == facts.R_NOT_GATHERED
    for card in range(52):
        if dealing.table.home(card) in (2, 3):
            dealing.apply(facts.SIGHT, facts.Z_MUCK, card, 0)
    assert dealing.command(facts.OP_SHOW, 2) == facts.R_NOT_IN_HAND  # a mucked hand stays shut
    assert dealing.command(facts.OP_SHOW, 1) == facts.R_OK
    assert opened(dealing) == [3, 6]


def test_mucked_hand_stays_shut_at_the_showdown(dealing):
    for zones in ((51, 41, 42, 43), (51, 44), (51, 45)):
        dealing.command(facts.OP_STREET)
        deal(dealing, zones)
    assert dealing.command(facts.OP_SHOWDOWN) == facts.R_OK
    for card in range(52):
        if dealing.table.home(card) == 3:
            dealing.apply(facts.SIGHT, facts.Z_MUCK, card, 0)
    assert dealing.command(facts.OP_SHOW, 3) == facts.R_NOT_IN_HAND
    assert len(opened(dealing)) == 5


def test_end_is_not_the_hosts_word_alone(dealing):
    assert dealing.command(facts.OP_END) == facts.R_NOT_GATHERED
    assert dealing.command(facts.OP_END, 0, facts.OVERRIDE) == facts.R_OK
    assert dealing.sealed.notice == OVERRIDE
    assert dealing.command(facts.OP_SHOW, 1) == facts.R_NO_HAND
    assert dealing.command(facts.OP_SHOWDOWN) == facts.R_NO_HAND
    for card in range(52):
        dealing.apply(facts.LIFT, 1, card, 0)
    assert opened(dealing) == []


def test_gathered_cards_end_a_hand(dealing):
    for card in range(52):
        if dealing.table.deck.in_sight(card):
            dealing.apply(facts.LIFT, dealing.table.deck.where(card), card, 0)
    assert dealing.command(facts.OP_END) == facts.R_OK


def test_no_command_names_a_card(dealing):
    mark = len(dealing.told)
    for op in (facts.OP_BOXED, facts.OP_EXPOSED, facts.OP_OFF_TABLE, facts.OP_CORRECT):
        for card in range(52):
            assert dealing.command(op, 2, card) == facts.R_SEALED
    assert len(dealing.told) == mark


def test_exposed_card_is_opened_where_the_rules_put_it_and_not_on_the_hosts_word(dealing):
    assert dealing.command(facts.OP_EXPOSED, 2, 255) == facts.R_OK
    assert opened(dealing) == []
    exposed = next(
        card for card in range(52) if dealing.sealed._numbers[card] == 4
    )  # the last that seat 2 got
    dealing.apply(facts.SIGHT, facts.Z_BURN, exposed, 0)  # as it would be pulled in, too
    assert opened(dealing) == []
    deal(dealing, (2,))  # its replacement: now it is the face-up burn, p(9)(ii)
    assert opened(dealing) == [4]


def test_count_comes_before_the_shuffle_and_names_nobody(device):
    device.command(facts.OP_MISDEAL)
    assert device.command(facts.OP_CUT) == facts.R_OK
    assert device.command(facts.OP_COUNT_BEGIN) == facts.R_SHUFFLED
    device.command(facts.OP_HAND, 1, HOLDEM | SEATS)
    device.command(facts.OP_MISDEAL)
    assert device.command(facts.OP_COUNT_BEGIN) == facts.R_OK
    mark = len(device.told)
    for card in range(3, 52):
        device.apply(facts.SIGHT, facts.Z_COUNT, card, 0)
    device.command(facts.OP_COUNT_END)
    told = device.told[mark:]
    missing = [one for one in told if one.kind == facts.VERDICT]
    assert [(one.code, one.ref, one.arg) for one in missing] == [(facts.V_MISSING_AT_COUNT, 255, 0)] * 3
    assert all((one.code, one.ref) == (255, 255) for one in told if one.kind == facts.SIGHT)


def test_stud_needs_places_for_its_up_cards():
    device = secrecy.Device("no ups", ups=0)
    assert device.command(facts.OP_HAND, 0, STUD | SEATS) == facts.R_UP_CARDS
    assert device.command(facts.OP_HAND, 1, HOLDEM | SEATS) == facts.R_OK


def test_hand_whose_key_is_gone_is_opened_by_nobody(dealing):
    """The table has restarted in mid-hand and goes on; the key was in its memory alone."""
    dealing.sealed._forget()
    assert dealing.command(facts.OP_SHOWDOWN, 0, 1) == facts.R_NO_KEY
    assert dealing.command(facts.OP_SHOW, 2) == facts.R_NO_KEY
    mark = len(dealing.told)
    deal(dealing, (51, 41))
    assert all(one.code == 255 for one in dealing.told[mark:] if one.kind in (facts.SIGHT, facts.DEALT))


# The door, at a whole table: a refused command is answered, recorded and told once, and changes nothing.


@pytest.fixture(scope="module")
def table():
    with SimulatedTable(load("virtual_9"), MID, 5, local=True, **simulated(5)) as table:
        table.heard = []
        feed = table.session.feed

        def listen(data):
            events = feed(data)
            table.heard.extend(events)
            return events

        table.session.feed = listen
        table.run(opening(table))
        yield table


def opening(table):
    while table.welcome is None:
        yield 10_000


def asked(table, op, zone, arg):
    """Send a command and wait for its answer; the code, and what was told meanwhile."""
    table.heard.clear()

    def steps():
        table.session.command(op, zone, arg)
        table._poll()
        while not any(isinstance(event, Result) for event in table.heard):
            yield 10_000
        yield 400_000  # the record of a refusal goes to the flash before it is told

    table.tracker._waiting.append(op)
    table.run(steps())
    return next(event.code for event in table.heard if isinstance(event, Result))


def state(app):
    """What the table is, but for the time of its last input."""
    app.table._now = 0
    buf = bytearray(600)
    app.table.save(buf)
    return buf


def test_every_refused_command_leaves_one_record_and_one_reason(table):
    app = table.target._step.__self__
    refused = 0
    for op in (*range(30), 99, 255):
        before, count = state(app), app.journal.last
        code = asked(table, op, 1, 0x1234)
        if code == facts.R_OK:
            continue
        refused += 1
        assert state(app) == before
        told = [event for event in table.heard if isinstance(event, Fact) and event.kind == facts.REFUSED]
        assert [(one.zone, one.code, one.arg) for one in told] == [(op, code, 1)]
        assert app.journal.last == count + 1
    assert refused > 20


def test_lamp_of_the_dealer_tells_what_no_reader_has_seen():
    """White for a showdown, amber for the floor's word; a deal that is held goes before."""
    shown = []

    class Strip:
        def write(self, buf):
            shown.append(bytes(buf[-3:]))

    device = secrecy.Device("lamps")
    lamps = Lamps(device.table, 4, Strip(), None)
    for notice, colour in ((SHOWDOWN, "303030"), (OVERRIDE, "402000"), (NOTHING, "000000")):
        lamps.notice = notice
        lamps.show(0)
        assert shown[-1].hex() == colour
    lamps.notice = SHOWDOWN
    device.table.held = True
    lamps.show(0)
    assert shown[-1].hex() == "400000"


def test_every_refused_frame_leaves_one_record_and_one_reason(table):
    app = table.target._step.__self__
    count = app.journal.last
    before = state(app)
    table.heard.clear()
    boot = app.session._boot_id
    table.target._inbox += packet_line(messages.COMMAND, 1, 0, boot, bytes((9, 4, 0, 0, 0)))

    def wait():
        yield 600_000

    table.run(wait())
    told = [event for event in table.heard if isinstance(event, Fact)]
    assert [(one.kind, one.zone, one.code, one.arg) for one in told] == [(facts.REFUSED, 255, auth.F_OPEN, 1)]
    assert app.journal.last == count + 1
    assert state(app) == before

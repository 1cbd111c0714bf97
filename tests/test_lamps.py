"""The light strip and the buzzer: colours written out by hand for the states of a table."""

import pytest

from railbird import facts
from railbird.lamps import Lamps

SEATS = 4
OFF, GREEN, WHITE, RED = (0, 0, 0), (0, 0x30, 0), (0x18, 0x18, 0x18), (0x40, 0, 0)
VIOLET, DIM, BLUE = (0x20, 0, 0x20), (0, 0x10, 0), (0, 0, 0x30)
PERIOD = 1 << 30


class Table:
    expected = facts.NO_ZONE
    held = in_hand = counting = False
    button = 0


class Output:
    def __init__(self):
        self.seen = []

    def write(self, buf):
        self.seen.append([tuple(buf[at : at + 3]) for at in range(0, len(buf), 3)])

    def switch(self, on):
        self.seen.append(on)


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def strip():
    return Output()


@pytest.fixture
def buzzer():
    return Output()


@pytest.fixture
def lamps(table, strip, buzzer):
    return Lamps(table, SEATS, strip, buzzer)


def test_before_a_hand_all_is_dark_and_said_once(lamps, strip):
    lamps.show(0)
    lamps.show(1000)
    assert strip.seen == [[OFF] * 5]


def test_the_next_seat_and_the_button(lamps, table, strip):
    table.in_hand, table.button, table.expected = True, 2, 3
    lamps.show(0)
    table.expected = facts.Z_UP + 2  # its up card, at the button: the card goes before
    lamps.show(0)
    assert strip.seen == [[OFF, WHITE, GREEN, OFF, DIM], [OFF, GREEN, OFF, OFF, DIM]]


@pytest.mark.parametrize("zone", [facts.Z_BURN, facts.Z_BOARD + 1, facts.Z_MUCK, facts.Z_STUB])
def test_what_the_dealer_does_before_himself_lights_his_lamp(lamps, table, strip, zone):
    table.in_hand, table.button, table.expected = True, 1, zone
    lamps.show(0)
    assert strip.seen == [[WHITE, OFF, OFF, OFF, GREEN]]


def test_a_count_is_blue(lamps, table, strip):
    table.counting = True
    lamps.show(0)
    assert strip.seen[-1][-1] == BLUE


def test_a_held_deal_is_red_where_the_fault_is_and_heard_for_300_ms(lamps, table, strip, buzzer):
    table.in_hand, table.button = True, 1
    lamps.fault(4)
    table.held = True
    now = PERIOD - 100_000  # the tick wraps meanwhile
    lamps.show(now)
    assert strip.seen[-1] == [WHITE, OFF, OFF, RED, RED]
    assert buzzer.seen == [1]
    lamps.show(now + 50_000)
    lamps.poll((now + 299_999) % PERIOD)
    assert buzzer.seen == [1]
    lamps.poll((now + 300_000) % PERIOD)
    lamps.poll((now + 400_000) % PERIOD)
    assert buzzer.seen == [1, 0]
    table.held = False
    lamps.show(now)
    assert strip.seen[-1] == [WHITE, OFF, OFF, OFF, DIM]


def test_a_fault_is_forgotten_with_the_hold(lamps, table, strip):
    table.in_hand = table.held = True
    lamps.fault(2)
    lamps.show(0)
    table.held = False
    lamps.show(0)
    table.held = True  # for another reason, at no seat
    lamps.fault(facts.NO_ZONE)
    lamps.show(0)
    assert [lit[1] for lit in strip.seen] == [RED, OFF, OFF]


def test_a_seat_whose_reader_is_in_trouble(lamps, table, strip):
    table.in_hand, table.button, table.expected = True, 4, 1
    lamps.state(1, False)
    lamps.show(0)
    lamps.state(1, True)
    lamps.show(0)
    assert strip.seen == [[VIOLET, OFF, OFF, WHITE, DIM], [GREEN, OFF, OFF, WHITE, DIM]]


def test_a_table_without_outputs(table):
    lamps = Lamps(table, SEATS, None, None)
    table.held = True
    lamps.show(0)
    lamps.poll(1_000_000)


def test_nothing_is_allocated_on_the_vm(vm):
    script = """
from micropython import heap_lock, heap_unlock
from railbird.lamps import Lamps

class Table:
    expected = 255
    held = in_hand = counting = False
    button = 1

class Output:
    def write(self, buf):
        pass
    def switch(self, on):
        pass

table = Table()
lamps = Lamps(table, 11, Output(), Output())

def run():
    for zone in (1, 22, 41, 255):
        table.in_hand = True
        table.expected = zone
        lamps.state(2, False)
        lamps.fault(3)
        table.held = not table.held
        lamps.show(0x3fffff00)
        lamps.poll(0x3fffff00)
        lamps.poll(400000)

run()
heap_lock()
run()
heap_unlock()
print("nothing allocated")
"""
    assert vm(script).strip() == "nothing allocated"

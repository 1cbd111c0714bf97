"""The simulated table shows on its strip and buzzer what its core knows."""

from railbird_boards.schema import load

GREEN, RED = bytes((0, 0x30, 0)), bytes((0x40, 0, 0))


def lamp(shown, seat):
    return shown[3 * seat - 3 : 3 * seat]


def test_the_next_seat_is_lit_and_a_card_at_the_wrong_one_is_seen_and_heard(make_rig):
    assert load("virtual_9")["outputs"]
    rig = make_rig()
    strip, buzzer = rig.table.world.shown["strip"], rig.table.world.shown["buzzer"]
    lit = []

    def note():
        lit.append(strip[-1][1])
        yield 0

    rig.run(rig.begin((2, 5, 8), 8), note(), rig.lay("As seat_2"), note(), rig.lay("Kd seat_8"))
    assert [lamp(shown, 2) == GREEN for shown in lit] == [True, False]
    assert lamp(lit[1], 5) == GREEN
    last = strip[-1][1]
    assert lamp(last, 8) == RED
    assert last[-3:] == RED  # the dealer's own
    (on, loud), (off, quiet) = buzzer
    assert (loud, quiet) == (b"\x01", b"\x00")
    assert 300_000 <= off - on < 330_000

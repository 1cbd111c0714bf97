"""The bench of readers in trouble: its figures are those of the scanner it runs."""

from host_tools.bench import recovery
from host_tools.virtual.faults import FAULTS
from railbird.rfid import steps


def test_a_reader_that_cannot_be_reset() -> None:
    """Unplugged for six seconds: UNKNOWN after three looks, each 0.1 to 0.2 s after the last; tried every 0.8 s."""
    row = recovery.under_fault("unplugged")
    assert 0.3 < row["unknown_after_s"] < 1
    assert row["back_by_itself_s"] is None
    assert 0 < row["back_after_s"] < 2
    assert (row["zones_unknown"], row["lifted"]) == (1, 0)
    assert row["steps"]["offline"] == 1
    assert row["steps"]["chip_reset"] >= 2


def test_every_fault_of_a_board_on_i2c_has_a_place_there() -> None:
    """The others are those of SPI and a UART; one of each part can be set."""
    assert sorted(set(FAULTS) - set(recovery.known())) == [
        "baud_left_high",
        "hsu_pause",
        "miso_driven",
        "spi_pause",
    ]
    assert recovery.under_fault("stretching")["unknown_after_s"] is None
    assert recovery.under_fault("bus_swapped")["zones_unknown"] == 14  # nine seats, five board places


def test_steps_have_their_names() -> None:
    names = {name.lower(): value for name, value in vars(steps).items() if name.isupper() and name != "STEPS"}
    assert {name: k for k, name in enumerate(recovery.STEPS)} == names

"""What the bench of the code says, against the promise that it measures."""

from host_tools.bench import code


def test_neither_a_sighting_nor_a_packet_allocates():
    assert code.allocated() == (0, 0)

"""The replay: the same firmware asks the same on both word sizes, and what it allocates and holds shows."""

import pytest

from host_tools.bench import memory, replay
from host_tools.bench.code import mpy_sizes, resident
from host_tools.targets import vm32

BUDGET = 120 * 1024  # live heap of the whole firmware on 32-bit words (architecture.md)


@pytest.fixture(params=[64, 32])
def played(request, recorded):
    """The replay of the trace on each word size."""
    folder, idles = recorded
    if request.param == 64:
        return request.param, replay.on_64_bits(folder, idles)
    request.getfixturevalue("gauge")
    return request.param, replay.on_32_bits(folder, idles, list(resident("virtual_9")))


def test_both_word_sizes_ask_what_was_recorded(played):
    _, found = played
    assert found.different == 0
    assert found.requests > 5000


def test_no_step_allocates(played):
    _, found = played
    assert (found.input_bytes, found.packet_bytes, found.poll_bytes) == (0, 0, 0)


def test_the_heap_is_within_the_budget(played):
    bits, found = played
    assert 60_000 < found.live < BUDGET * bits // 32
    assert found.largest_free > 60 * 1024
    if bits == 32:
        assert memory.PICO_FREE - 5120 < found.heap <= memory.PICO_FREE  # the measuring script takes the rest


def test_a_step_that_allocates_shows(recorded, monkeypatch):
    """The measure itself: 100 bytes and their object, in blocks of 32 bytes, while nothing else happens."""
    folder, idles = recorded
    planted = replay._BEGIN.replace(
        "until = firmware.step()", "until = firmware.step()\n            bytearray(100)"
    )
    monkeypatch.setattr(replay, "_BEGIN", planted)
    assert replay.on_64_bits(folder, idles).poll_bytes == 32 + 128


def test_a_request_unlike_the_recorded_one_shows(recorded):
    """One byte of one recorded request changed: the first SAMConfiguration, which the firmware sends as ever."""
    folder, idles = recorded
    replay.on_64_bits(folder, idles)
    kept = folder / "recorded.bin"
    original = kept.read_bytes()
    at = original.index(bytes.fromhex("d414011401"))
    try:
        kept.write_bytes(original[: at + 2] + b"\x02" + original[at + 3 :])
        found = replay.on_64_bits(folder, idles)
    finally:
        kept.write_bytes(original)
    assert found.different == 1


def test_a_comparison_that_loses_its_place_shows(recorded, monkeypatch):
    """The colours of the light strip taken for requests: both sides have the same, and still it is no request."""
    folder, idles = recorded
    planted = replay._BEGIN.replace(" or op == 8", "")
    assert planted != replay._BEGIN
    monkeypatch.setattr(replay, "_BEGIN", planted)
    assert replay.on_64_bits(folder, idles).different > 0


def test_a_heap_that_is_too_small_is_said(recorded, gauge, monkeypatch):
    folder, idles = recorded
    monkeypatch.setattr(vm32, "run", lambda *args: gauge(*args, heap=64_000))
    with pytest.raises(replay.ReplayError, match="too small"):
        replay.on_32_bits(folder, idles, ())


def test_resident_is_what_a_running_table_has_loaded(recorded):
    folder, idles = recorded
    found = replay.on_64_bits(folder, idles)
    assert resident("virtual_9") == mpy_sizes(folder, found.modules)
    assert "railbird.words" not in found.modules
    assert not any(name.startswith("railbird_boards") for name in found.modules)  # let go after the start

"""The registry of chips: its size, what the builder and the loader refuse, and what each chip is worth."""

import random
import struct
import zlib

import pytest

from host_tools import chip_registry, registry
from host_tools.chip_registry import Kind
from railbird.rfid.registry import Registry
from railbird.rfid.values import Values

ONE, FIVE, PLAQUE, RAKE = Kind(100), Kind(500), Kind(1_000_000, "plaque", 3), Kind(400, "rake chip")
STOCK = {ONE: 400, FIVE: 300, PLAQUE: 20, RAKE: 20}


@pytest.mark.parametrize("lengths", [(7,), (4, 7, 10)])
def test_every_chip_is_found_with_its_kind_and_no_other(lengths: tuple[int, ...]) -> None:
    chips = chip_registry.sample(3, STOCK, lengths)
    data, kinds = chip_registry.build(chips, dollar=100)
    loaded = Values(data)
    assert (kinds, loaded.longest) == ((ONE, FIVE, PLAQUE, RAKE), max(lengths))
    assert list(loaded.worth[:5]) == [100, 500, 1_000_000, 400, 0]
    numbers = set()
    for uid, kind in chips:
        number = loaded.number(b"\xee\xee" + uid + b"\xee", 2, len(uid))
        assert kinds[loaded.kind(number)] == kind
        numbers.add(number)
    assert len(numbers) == 740
    rng = random.Random(5)
    for _ in range(500):
        assert loaded.number(rng.randbytes(7), 0, 7) == -1
    assert chip_registry.decode(data) == dict(chips)


def test_a_thousand_chips_of_twenty_kinds_fit_12_kb() -> None:
    stock = {Kind(worth): 50 for worth in range(1, 21)}
    data, kinds = chip_registry.build(chip_registry.sample(1, stock))
    assert (len(data), len(kinds)) == (12 + 1000 * 12 + 20 * 12, 20)
    assert len(data) <= 12 * 1024
    with pytest.raises(registry.RegistryError, match="1004 chips of 20 kinds: 12300 bytes, expected 12288"):
        chip_registry.build([*chip_registry.sample(1, stock), *chip_registry.sample(2, {Kind(1): 4})])


def test_layout_by_hand() -> None:
    """A plaque of 10,000.00 of series 3: 1,000,000 = 0F4240h."""
    data, _ = chip_registry.build([(bytes.fromhex("04a1b2c3d4e5f6"), PLAQUE)])
    body = bytes.fromhex("04a1b2c3d4e5f60000000700" + "40420f00030100000000" + "0000")
    assert data == struct.pack("<4sBBHI", b"RBTR", 1, 12, 2, zlib.crc32(body)) + body


UID = bytes.fromhex("04a1b2c3d4e5f6")


@pytest.mark.parametrize(
    ("chips", "message"),
    [
        ([(UID, ONE), (UID, FIVE)], "tag 04a1b2c3d4e5f6: is registered twice"),
        ([(bytes.fromhex("04112233445566"), ONE)], "tag 04112233445566: is a card's already"),
        ([(bytes.fromhex("08112233"), ONE)], "tag 08112233: is a random UID"),
        ([(UID[:5], ONE)], "expected a UID of 4, 7 or 10 bytes, got 5"),
        ([(UID, Kind(0))], "chip worth 0: expected 1 to 16777215"),
        ([(UID, Kind(1 << 24, "plaque"))], "plaque worth 16777216: expected 1 to 16777215"),
        ([(UID, Kind(100, series=256))], "chip of series 256: expected 0 to 255"),
        ([(UID, Kind(100, "coin"))], "chip of sort 'coin': expected one of chip, plaque, rake chip"),
        (
            chip_registry.sample(1, {Kind(n): 1 for n in range(1, 22)}),
            "chips of 21 kinds: expected 20 at most",
        ),
    ],
)
def test_builder_refuses(chips: list[tuple[bytes, Kind]], message: str) -> None:
    with pytest.raises(registry.RegistryError) as caught:
        chip_registry.build(chips, cards=[bytes.fromhex("04112233445566")], dollar=100)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("a(6)(iii)")
@pytest.mark.parametrize(
    ("cents", "fits"), [(200, True), (300, True), (400, True), (100, False), (500, False), (250, False)]
)
def test_rake_chips_are_registered_at_2_3_and_4_dollars_only(cents: int, fits: bool) -> None:
    chips = [(UID, Kind(cents, "rake chip"))]
    if fits:
        assert chip_registry.build(chips, dollar=100)[1] == (Kind(cents, "rake chip"),)
        return
    with pytest.raises(registry.RegistryError, match=r"expected \$2, \$3 or \$4 \[a\(6\)\(iii\)\]"):
        chip_registry.build(chips, dollar=100)


def resealed(*records: str) -> bytes:
    body = b"".join(map(bytes.fromhex, records))
    return struct.pack("<4sBBHI", b"RBTR", 1, 12, len(records), zlib.crc32(body)) + body


CHIP = "04a1b2c3d4e5f60000000700"
KIND = "6400000000000000000000"  # 100, series 0, a chip, and length 0


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no table of tags"),
        (resealed(CHIP), "a chip of no kind at byte 12"),
        (resealed(CHIP[:-2] + "01", KIND + "00"), "a chip of no kind at byte 12"),
        (resealed(CHIP, KIND + "14"), "no kind of chip at byte 24"),  # the twenty-first
        (resealed("00" * 12, CHIP), "no kind of chip at byte 12"),  # worth nothing
        (resealed(CHIP, "640000010000000000000000"), "no kind of chip at byte 24"),  # more than can be told
        (resealed(CHIP, "640000000004000000000000"), "no kind of chip at byte 24"),  # no sort of chip
        (
            resealed(CHIP, KIND + "00", "640000000100000000000000"),
            "no kind of chip at byte 36",
        ),  # a number twice
        (resealed(CHIP, KIND + "00", KIND + "01"), "out of order at byte 36"),  # a kind twice
    ],
)
def test_loader_refuses(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=r"^registry: ") as caught:
        Values(data)
    assert message in str(caught.value)
    with pytest.raises(registry.RegistryError, match=r"^registry: "):
        chip_registry.decode(data)


def test_a_uid_in_both_registries_is_noticed_whatever_the_files_say() -> None:
    card = bytes.fromhex("04112233445566")
    data, _ = chip_registry.build([(card, ONE), (UID, ONE)])
    loaded, cards = Values(data), Registry(registry.encode({card: 5}))
    assert loaded.is_in(cards, loaded.number(card, 0, 7))
    assert not loaded.is_in(cards, loaded.number(UID, 0, 7))


def test_random_bytes_are_refused_or_loaded() -> None:
    rng = random.Random(1)
    good, _ = chip_registry.build(chip_registry.sample(3, {ONE: 5, RAKE: 2}), dollar=100)
    refused = 0
    for _ in range(2000):
        body = bytearray(good[12:])
        for _ in range(rng.randint(1, 4)):
            body[rng.randrange(len(body))] = rng.randrange(256)
        try:
            loaded = Values(good[:8] + struct.pack("<I", zlib.crc32(bytes(body))) + bytes(body))
        except ValueError:
            refused += 1
        else:
            assert all(loaded.worth[loaded.kind(k)] for k in range(loaded.count))
    assert 500 < refused < 2000

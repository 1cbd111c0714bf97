"""The tag registry: what the builder refuses, what the loader refuses, and that every tag is found."""

import random
import struct
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools import registry
from railbird.rfid import registry as device
from railbird.rfid.registry import Registry, fold, is_torn


def pairs(tags: dict[int, bytes]) -> list[tuple[bytes, int]]:
    return [(uid, code) for code, uid in tags.items()]


@pytest.mark.parametrize("lengths", [(4,), (7,), (10,), (4, 7, 10)])
def test_every_tag_is_found_and_no_other(lengths: tuple[int, ...]) -> None:
    tags = registry.sample(3, lengths)
    loaded = Registry(registry.build(pairs(tags)))
    assert loaded.count == 2 * 53
    assert loaded.longest == max(lengths)
    for code, uid in tags.items():
        buf = b"\xee" * 3 + uid + b"\xee"
        assert loaded.find(buf, 3, len(uid)) == code
        if len(uid) > 4:
            assert loaded.find(uid, 0, 4) == -1
        near = uid[:-1] + bytes((uid[-1] ^ 1,))
        assert near in tags.values() or loaded.find(near, 0, len(near)) == -1
    rng = random.Random(5)
    for _ in range(500):
        uid = rng.randbytes(rng.choice(lengths))
        assert uid in tags.values() or loaded.find(uid, 0, len(uid)) == -1


def test_a_shorter_uid_is_not_its_padded_longer_one() -> None:
    short, long = bytes.fromhex("04112233"), bytes.fromhex("04112233000000")
    loaded = Registry(registry.encode({short: 5, long: 70}))
    assert loaded.find(short, 0, 4) == 5
    assert loaded.find(long, 0, 7) == 70


def test_empty_registry_finds_nothing() -> None:
    assert Registry(registry.encode({})).find(b"\x04\x01\x02\x03", 0, 4) == -1


def test_layout_by_hand() -> None:
    data = registry.encode({bytes.fromhex("04a1b2c3d4e5f6"): 51, bytes.fromhex("0299aabb"): 64})
    body = bytes.fromhex("0299aabb000000000000044004a1b2c3d4e5f60000000733")
    assert data == struct.pack("<4sBBHI", b"RBTR", 1, 12, 2, zlib.crc32(body)) + body
    assert registry.decode(data) == {bytes.fromhex("04a1b2c3d4e5f6"): 51, bytes.fromhex("0299aabb"): 64}


def test_one_deck_alone() -> None:
    tags = {code: uid for code, uid in registry.sample(1).items() if code >> 6 == 1}
    assert Registry(registry.build(pairs(tags), decks=(1,))).count == 53


def changed(code: int, uid: bytes) -> list[tuple[bytes, int]]:
    return [*pairs({c: u for c, u in registry.sample(3).items() if c != code}), (uid, code)]


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        (pairs(registry.sample(3))[:-1], "## of deck 1: has no tag; expected 52 and a cover card per deck"),
        (pairs(registry.sample(3))[2:], "2c of deck 0: has no tag and 1 more"),
        (changed(5, registry.sample(3)[6]), "is both 3h of deck 0 and 3d of deck 0"),
        (changed(64, registry.sample(3)[0]), "is both 2c of deck 0 and 2c of deck 1"),
        ([*pairs(registry.sample(3)), (b"\x05" * 7, 51)], "As of deck 0: has two tags"),
        ([*pairs(registry.sample(3)), (b"\x05" * 7, 53)], "expected a card of the decks, got code 53"),
        ([*pairs(registry.sample(3)), (b"\x05" * 7, 128)], "expected a card of the decks, got code 128"),
        (changed(5, bytes(5)), "expected a UID of 4, 7 or 10 bytes, got 5"),
        (changed(5, b""), "expected a UID of 4, 7 or 10 bytes, got 0"),
        (changed(5, bytes.fromhex("08112233")), "tag 08112233: is a random UID"),
        (changed(5, bytes.fromhex("88041122")), "tag 88041122: is a cascade level"),
        (changed(5, bytes.fromhex("88041122334455")), "tag 88041122334455: is a cascade level"),
        (changed(5, bytes.fromhex("00000004112233")), "tag 00000004112233: begins with three zeros"),
        (
            changed(5, registry.sample(3)[6][:4]),
            f"tag {registry.sample(3)[6][:4].hex()}: is 3d of deck 0 and the beginning of",
        ),
        (
            changed(64, registry.sample(3)[6] + bytes(3)),
            f"tag {registry.sample(3)[6].hex()}: is 3h of deck 0 and",
        ),
    ],
)
def test_builder_refuses(tags: list[tuple[bytes, int]], message: str) -> None:
    with pytest.raises(registry.RegistryError) as caught:
        registry.build(tags)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_builder_refuses_tags_without_their_makers_signature() -> None:
    tags = registry.sample(3)
    fake = tags[70]
    with pytest.raises(registry.RegistryError) as caught:
        registry.build(pairs(tags), original=lambda uid: uid != fake)
    assert str(caught.value) == f"tag {fake.hex()}: has no originality signature of its maker"
    assert registry.build(pairs(tags), original=lambda _uid: True) == registry.build(pairs(tags))


GOOD = registry.build(pairs(registry.sample(3)))


def resealed(body: bytes, count: int | None = None) -> bytes:
    count = len(body) // 12 if count is None else count
    return struct.pack("<4sBBHI", b"RBTR", 1, 12, count, zlib.crc32(body)) + body


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no table of tags"),
        (GOOD[:11], "no table of tags"),
        (b"XXXX" + GOOD[4:], "no table of tags"),
        (GOOD[:4] + b"\x02" + GOOD[5:], "of version 2, with records of 12 bytes"),
        (GOOD[:5] + b"\x10" + GOOD[6:], "of version 1, with records of 16 bytes"),
        (GOOD[:-1], "1283 bytes for 106 records"),
        (GOOD + b"\0", "1285 bytes for 106 records"),
        (GOOD[:100] + bytes((GOOD[100] ^ 4,)) + GOOD[101:], "damaged"),
        (resealed(GOOD[24:36] + GOOD[12:24]), "out of order at byte 24"),
        (resealed(GOOD[12:24] * 2), "out of order at byte 24"),
    ],
)
def test_loader_refuses(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=r"^registry: ") as caught:
        Registry(data)
    assert message in str(caught.value)
    with pytest.raises(registry.RegistryError, match=r"^registry: "):
        registry.decode(data)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("041122334455660100000733", "expected a UID of 4, 7 or 10 bytes and zeros"),
        ("041122334455660000000533", "expected a UID of 4, 7 or 10 bytes and zeros"),
        ("041122334455660000000b33", "expected a UID of 4, 7 or 10 bytes and zeros"),
        ("041122334455660000000735", "expected a tag code, got 53"),
        ("081122330000000000000433", "is a random UID"),
    ],
)
def test_decode_refuses_what_no_tag_has(record: str, message: str) -> None:
    with pytest.raises(registry.RegistryError, match=message):
        registry.decode(resealed(bytes.fromhex(record)))


def refusal(loader: Callable[[bytes], object], data: bytes) -> str:
    """Why a loader does not take an image; '' when it does."""
    try:
        loader(data)
    except ValueError as error:
        return str(error) or "?"
    return ""


def loads(data: bytes) -> bool:
    """Whether both loaders take it; a refusal is one line, and what is taken says what it was made of."""
    device_says, host_says = refusal(Registry, data), refusal(registry.decode, data)
    assert "\n" not in device_says + host_says
    if device_says:
        assert host_says == device_says
        assert device_says.startswith("registry: ")
    if host_says:
        return False
    tags, loaded = registry.decode(data), Registry(data)
    assert registry.encode(tags) == data
    assert loaded.count == len(tags)
    assert all(loaded.find(uid, 0, len(uid)) == code for uid, code in tags.items())
    return True


@given(st.binary(max_size=200))
@settings(max_examples=1500, deadline=None)
def test_loader_on_anything(data: bytes) -> None:
    loads(data)


@given(st.binary(max_size=60), st.integers(0, 8))
@settings(max_examples=1500, deadline=None)
def test_loader_on_anything_under_a_sound_seal(body: bytes, count: int) -> None:
    loads(resealed(body, count))
    loads(resealed(body[: len(body) // 12 * 12]))


@given(st.integers(0, len(GOOD) - 1), st.integers(1, 255), st.integers(0, 40))
@settings(max_examples=1500, deadline=None)
def test_a_changed_image_is_refused_and_one_resealed_is_what_it_says(at: int, flip: int, cut: int) -> None:
    changed_image = GOOD[:at] + bytes((GOOD[at] ^ flip,)) + GOOD[at + 1 :]
    assert not loads(changed_image)
    assert not loads(changed_image[: len(GOOD) - cut] if cut else changed_image + b"\0")
    loads(resealed(changed_image[12:]))


@given(
    st.dictionaries(
        st.sampled_from((4, 7, 10)).flatmap(lambda n: st.binary(min_size=n, max_size=n)),
        st.sampled_from([*range(53), *range(64, 117)]),
        max_size=20,
    )
)
@settings(max_examples=1000, deadline=None)
def test_any_set_of_tags_is_found_again(tags: dict[bytes, int]) -> None:
    sound = {uid: code for uid, code in tags.items() if uid[0] not in (0x08, 0x88) and any(uid[:3])}
    assert loads(registry.encode(sound))


@pytest.mark.parametrize(
    "torn",
    [
        "88041122",  # a cascade level, pn532.md 2.4
        "88041122334455",
        "000000816c",  # 81 6C 4F shifted by three bytes, pn532.md 5 row 47
        "00000081",
        "00000004112233",
        "041122",
        "0411223344",
    ],
)
def test_what_can_be_no_uid_is_torn(torn: str) -> None:
    assert is_torn(bytes.fromhex("ee" + torn), 1, len(torn) // 2)


@pytest.mark.parametrize(
    "uid", ["04112233", "08041122", "00041122", "04112233445566", "00041122334455667788"]
)
def test_another_uid_is_not(uid: str) -> None:
    assert not is_torn(bytes.fromhex("88" + uid), 1, len(uid) // 2)


def test_fold_is_crc16_ccitt() -> None:
    assert fold(b"123456789", 0, 9) == 0x29B1  # the check value of CRC-16/CCITT-FALSE
    assert fold(b"x123456789x", 1, 9) == 0x29B1


def test_sample_is_two_full_decks() -> None:
    tags = registry.sample(1, (4, 7, 10))
    assert sorted(tags) == [*range(53), *range(64, 117)]
    assert len(set(tags.values())) == 106
    assert registry.sample(1, (4, 7, 10)) == tags
    assert registry.sample(2, (4, 7, 10)) != tags


def test_the_device_and_the_host_agree_on_the_header() -> None:
    assert struct.calcsize(device.HEADER) == device.HEADER_SIZE

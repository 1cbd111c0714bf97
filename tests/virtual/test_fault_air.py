"""Each fault between antenna and tags, as list responses show it, and what ends it."""

from host_tools.virtual.field import FLUSH
from host_tools.virtual.tag import Tag

UID = bytes.fromhex("04112233445566")
NOTHING = "0000ff03fdd54b00e000"
ONE = "0000ff0ff1d54b010100440007" + UID.hex() + "2a00"
LIST = "4a0100"


def lay(bench, *uids, stacking="fanned"):
    for uid in uids:
        bench.antenna.place(Tag(uid), stacking)


def uids(count):
    return [UID[:6] + bytes((k,)) for k in range(count)]


def fresh(bench):
    """Field off for as long as tags need to forget."""
    bench.command("320100")
    bench.clock.advance(5000)


def listed(bench):
    """UIDs listed one by one, each halted, from a field that was off."""
    fresh(bench)
    found = []
    while (pd := bench.command(LIST)) != "4b00":
        found.append(bytes.fromhex(pd)[7:14])
        bench.command("4400")
        assert len(found) < 20
    return found


def test_swallowed_reqa(bench):
    """With no second try: nothing, then the tag."""
    lay(bench, UID)
    bench.command("3205ff0100")
    assert bench.raw(LIST, 22) == ONE
    fresh(bench)
    bench.fault("swallowed_reqa")
    assert bench.raw(LIST, 10) == NOTHING
    assert bench.raw(LIST, 22) == ONE
    fresh(bench)
    bench.fault("swallowed_reqa")
    bench.clear("swallowed_reqa")
    assert bench.raw(LIST, 22) == ONE


def test_rf_loss(bench):
    """Of 2000 REQAs to an IDLE tag about 30 percent go unanswered, in runs of about four."""
    lay(bench, UID)
    bench.antenna.switch(True)
    (tag,) = bench.antenna.tags

    def answers():
        for _ in range(2000):
            tag.power(True)
            yield bench.antenna.exchange([tag], b"\x26") != []

    bench.fault("rf_loss")
    got = list(answers())
    lost = got.count(False)
    runs = sum(1 for before, now in zip([True, *got], got, strict=False) if before and not now)
    assert 400 < lost < 800
    assert 3 < lost / runs < 5
    bench.clear("rf_loss")
    assert all(answers())


def test_weak_antenna(bench):
    two = uids(2)
    lay(bench, *two)
    assert sorted(listed(bench)) == two
    bench.fault("weak_antenna")
    assert listed(bench) == two[:1]
    bench.antenna.restack(bench.antenna.tags[0], FLUSH)
    assert listed(bench) == []
    bench.clear("weak_antenna")
    assert sorted(listed(bench)) == two


def test_metal_cover(bench):
    lay(bench, UID)
    bench.fault("metal_cover")
    assert bench.raw(LIST, 10) == NOTHING
    bench.clear("metal_cover")
    assert bench.raw(LIST, 22) == ONE


def test_rf_loading(bench):
    three = uids(3)
    lay(bench, *three[:2])
    bench.fault("rf_loading")
    assert sorted(listed(bench)) == three[:2]
    lay(bench, three[2])
    assert listed(bench) == []
    bench.clear("rf_loading")
    assert sorted(listed(bench)) == three


def test_tag_flees(bench):
    """First with one retry: nothing. Then with retries for ever: the command never ends."""
    lay(bench, UID)
    bench.fault("tag_flees")
    assert bench.raw(LIST, 10) == NOTHING
    bench.clear("tag_flees")
    fresh(bench)
    assert bench.raw(LIST, 22) == ONE
    fresh(bench)
    bench.command("3205ff01ff")
    bench.fault("tag_flees")
    assert bench.send(bytes.fromhex(LIST))
    assert bench.response(2_000_000) is None
    bench.clear("tag_flees")
    assert bench.response() is not None


def test_heard_next_door(bench):
    """One tag, two readers."""
    next_door = bench.world.antenna("seat_1")
    next_door.place(Tag(UID))
    assert bench.raw(LIST, 10) == NOTHING
    bench.fault("heard_next_door")
    assert bench.raw(LIST, 22) == ONE
    next_door.switch(True)
    assert bench.raw(LIST, 10) == NOTHING
    next_door.switch(False)
    bench.clear("heard_next_door")
    assert bench.raw(LIST, 10) == NOTHING


def test_duplicate_uid(bench):
    lay(bench, UID)
    bench.fault("duplicate_uid")
    assert [tag.uid for tag in bench.antenna.tags] == [UID, UID]
    assert bench.raw(LIST, 22) == ONE
    bench.command("4400")
    assert bench.raw(LIST, 10) == NOTHING
    bench.clear("duplicate_uid")
    assert len(bench.antenna.tags) == 1
    assert listed(bench) == [UID]


def test_random_uid(bench):
    """4B 01 01 00 04 08 04 and 08 with three bytes, others each time."""
    bench.fault("random_uid")
    seen = set()
    for _ in range(5):
        fresh(bench)
        pd = bench.command(LIST)
        assert pd[:16] == "4b01010004080408"
        assert len(pd) == 22
        seen.add(pd)
    assert len(seen) == 5
    bench.clear("random_uid")
    assert bench.raw(LIST, 10) == NOTHING


def test_too_many_tags(bench):
    lay(bench, UID)
    bench.fault("too_many_tags")
    assert len(bench.antenna.tags) == 6
    found = listed(bench)
    assert len(found) == 4
    assert UID in found
    bench.clear("too_many_tags")
    assert listed(bench) == [UID]


def test_tag_with_ats(bench):
    """With automatic RATS the response ends with 06 75 77 81 02 80; without, it does not."""
    bench.command("1214")
    bench.fault("tag_with_ats")
    pd = bench.command(LIST)
    assert (pd[:14], pd[14:16], pd[28:]) == ("4b010100442007", "04", "067577810280")
    bench.command("1204")
    fresh(bench)
    assert len(bench.command(LIST)) == 28
    bench.clear("tag_with_ats")
    assert bench.raw(LIST, 10) == NOTHING

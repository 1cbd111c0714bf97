"""The firmware runs from source and from .mpy alike."""


def test_source_and_mpy_say_the_same(make_rig):
    said = []
    for source in (False, True):
        rig = make_rig(source=source)
        rig.run(rig.begin((1, 4, 6), 6), rig.lay("2c seat_1", "3c seat_4", "4c seat_6"))
        said.append(list(rig.facts))
    assert len(said[0]) > 8
    assert said[0] == said[1]

"""Cards and tag codes: the numbering that both sides and every record rely on."""

import pytest

from railbird.rules import cards


@pytest.mark.parametrize(
    ("card", "name"),
    [(0, "2c"), (1, "2d"), (2, "2h"), (3, "2s"), (32, "Tc"), (48, "Ac"), (51, "As"), (52, "##"), (255, "--")],
)
def test_names(card, name):
    assert cards.name(card) == name


def test_every_card_has_its_own_name_and_reads_back():
    names = [cards.name(card) for card in range(52)]
    assert len(set(names)) == 52
    assert [cards.parse(name) for name in names] == list(range(52))


@pytest.mark.parametrize("text", ["", "A", "as", "1s", "10s", "Asx", "sA", "##", "--", "??"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match="not a card"):
        cards.parse(text)


def test_a_tag_code_holds_deck_and_card():
    assert cards.tag_code(0, 51) == 51
    assert cards.tag_code(1, 0) == 64
    assert (cards.deck_of(64 + 52), cards.card_of(64 + 52)) == (1, cards.COVER)

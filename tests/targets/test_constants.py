"""Constants across modules: every use is the number, nothing else changes, no line moves."""

import pytest

from host_tools.targets.constants import FoldError, constants, fold

FACTS = """
from micropython import const

SIGHT = const(1)  # a comment
NONE = const(-1)
_OWN = const(7)
WORDS = ("sight",)

def of(kind):
    return kind == SIGHT or kind == _OWN
"""
KNOWN = {"railbird.facts": {"SIGHT": 1, "NONE": -1}, "railbird.ticks": {"MASK": 0x3FFFFFFF}}


def test_the_constants_of_a_module_are_its_public_ones():
    assert constants(FACTS) == KNOWN["railbird.facts"]


def test_where_it_is_defined_a_constant_leaves_no_name():
    lines = fold(FACTS, "railbird.facts", KNOWN).splitlines()
    assert lines[1:3] == ["pass", ""]
    assert lines[3:6] == ["pass  # a comment", "pass", "_OWN = const(7)"]
    assert lines[9] == "    return kind == (1) or kind == _OWN"


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("from railbird import facts\nx = facts.SIGHT\n", "pass\nx = (1)\n"),
        (
            "from railbird import facts\nx = facts.SIGHT + facts.of(2)\n",
            "from railbird import facts\nx = (1) + facts.of(2)\n",
        ),
        ("from railbird import facts as f, ticks\nx = -f.NONE, ticks.MASK\n", "pass\nx = -(-1), (1073741823)\n"),
        ("from railbird.facts import NONE as NO, of\nx = of(NO)\n", "from railbird.facts import of\nx = of((-1))\n"),
        ("from railbird.facts import (\n    SIGHT,\n)\nx = [SIGHT]\n", "pass\n\n\nx = [(1)]\n"),
        (
            "from railbird import facts\nx = [facts\n    .SIGHT, 'SIGHT', é.SIGHT]\n",
            "pass\nx = [(1), 'SIGHT', é.SIGHT]\n\n",
        ),
        ("import other\nx = other.SIGHT\n", "import other\nx = other.SIGHT\n"),
    ],
)  # fmt: skip
def test_where_it_is_used_a_constant_is_its_number(text, folded):
    assert fold(text, "railbird.table", KNOWN) == folded
    assert text.count("\n") == folded.count("\n")


@pytest.mark.parametrize("text", ["SIGHT = 2\n", "def f(SIGHT):\n    pass\n", "for SIGHT in ():\n    pass\n"])
def test_a_name_that_is_also_something_else_is_refused(text):
    with pytest.raises(FoldError, match=r"railbird\.table, line 2: SIGHT"):
        fold("from railbird.facts import SIGHT\n" + text, "railbird.table", KNOWN)


def test_a_constant_that_is_no_literal_is_refused():
    with pytest.raises(ValueError, match="malformed"):
        constants("BOTH = const(ONE | TWO)\n")

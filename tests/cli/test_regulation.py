"""`railbird regulation`, and the reading of the digests behind it."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.cli.regulation import print_coverage
from host_tools.regulation import digests
from host_tools.regulation.choices import choices
from host_tools.regulation.digests import DigestError, gaps, normal, references, rules
from host_tools.regulation.marks import marked

FOLDER = Path(__file__).parents[1] / "regulation"
OWN = """
import pytest
rule = pytest.mark.rule
CASES = [("b(1)", 1), ("b(2)", 2)]
REFUSALS = [("b(3)", "not a mark")]
def case(name):
    return pytest.param(name, marks=pytest.mark.rule(name))
TABLE = [case("b(4)")]
@pytest.mark.parametrize("n", [pytest.param(n, marks=rule(name)) for name, n in CASES])
def test_one(n): pass
@pytest.mark.parametrize("n", TABLE)
@pytest.mark.rule("c(1)")
def test_two(n): pass
@pytest.mark.parametrize(("name", "words"), REFUSALS)
def test_three(name, words): pass
@rule("c(1)")
def helper(): pass
"""


@pytest.mark.parametrize(
    "text", ["h(4)(iii)", "h.4.iii", "H.4.III", "h 4 iii", " h (4) (iii) ", "H(4)(Iii)", "h4iii"]
)
def test_an_id_in_any_writing(text: str) -> None:
    assert normal(text) == "h(4)(iii)"


@pytest.mark.parametrize("text", ["", " ", "(", "é", "h.4;iii", "１", "h-4"])
def test_what_is_no_id(text: str) -> None:
    with pytest.raises(DigestError, match="expected the id of a paragraph"):
        normal(text)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("b(3) with b(2)(iv),(viii),(ix)", "b(3) b(2)(iv) b(2)(viii) b(2)(ix)"),
        ("c(2)(ii), i(4)-i(5), j(5)", "c(2)(ii) i(4) i(5) j(5)"),
        ("o(2)(iii)(a)-(c)", "o(2)(iii)(a) o(2)(iii)(b) o(2)(iii)(c)"),
        ("i(6)-i(9)", "i(6) i(7) i(8) i(9)"),
        ("d, e, c(3)(ii)", "d e c(3)(ii)"),
        ("f(4), o(2), throughout", "f(4) o(2)"),
        ("k(6), k(5)(i)-(ii)", "k(6) k(5)(i) k(5)(ii)"),
        ("the (a) before anything", ""),
    ],
)
def test_the_ids_that_a_text_refers_to(text: str, ids: str) -> None:
    assert references(text, tuple(rules())) == tuple(ids.split())


def test_every_gap_is_read_with_its_settlement() -> None:
    found = gaps(tuple(rules()))
    text = (FOLDER / "ambiguities.md").read_text(encoding="utf-8")
    assert len(found) == text.count("\n### ") == text.count("- Recommended: ") == 100
    assert all(gap.rules and gap.settled and gap.option for gap in found.values())
    assert found["D06"].settled == "King is the top card, ace the safest; tie posts by the highest suit."


def test_every_option_cites_a_gap_or_a_paragraph() -> None:
    ids = tuple(rules())
    known = gaps(ids)
    names = {choice.name: choice for choice in choices()}
    assert (names["draw5_max_players"].default, names["kill"].default) == (8, "off")
    for choice in names.values():
        named = choice.text.partition(":")[0]
        assert references(named, ids) or named[:3] in known, choice


def test_marks_are_read_from_decorators_and_tables_of_marked_cases(tmp_path: Path) -> None:
    """Not from tables whose cases get none, nor from functions that are no tests."""
    folder = tmp_path / "tests" / "regulation"
    folder.mkdir(parents=True)
    (folder / "test_own.py").write_text(OWN)
    one, two = (f"tests/regulation/test_own.py::test_{name}" for name in ("one", "two"))
    assert marked(folder.parent, ("b(1)", "b(2)", "b(3)", "b(4)", "c(1)")) == {
        "b(1)": [one], "b(2)": [one], "b(3)": [], "b(4)": [two], "c(1)": [two],
    }  # fmt: skip


def test_a_paragraph_with_reading_options_and_tests(railbird) -> None:
    done = railbird("regulation", "h", "(6)", "iii", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert (found["id"], found["system"], found["where"], found["landed"]) == (
        "h(6)(iii)", "stud7", ["engine"], True,
    )  # fmt: skip
    assert found["check"].startswith("Seat 2 [Kh 5d]")
    assert [gap["code"] for gap in found["reading"]] == ["D07", "D08"]
    assert [(option["name"], option["default"]) for option in found["options"]] == [
        ("tied_board_opener", "first_tied")
    ]
    assert "tests/regulation/test_stud7.py::test_a_tied_opener_read_literally" in found["tests"]
    text = railbird("regulation", "H.6.III").stdout
    assert text.splitlines()[0] == "h(6)(iii)  stud7  (engine)"
    for heading in ("Reading", "House options", "Tests"):
        assert f"\n{heading}\n" in text
    assert max(map(len, text.splitlines())) <= 100


def test_a_paragraph_that_waits_and_one_that_is_absent_from_the_text(railbird) -> None:
    waits = railbird("regulation", "p(1)(i)").stdout
    assert waits.startswith("p(1)(i)  irregularities  (core, procedure)\n")
    absent = railbird("regulation", "k.2")
    assert absent.returncode == 0
    assert absent.stdout.startswith("k(2)  (no rule of its own in the text)\n")
    assert "draw5_max_players = 8" in absent.stdout


def test_the_systems_and_their_counts(railbird) -> None:
    rows = [json.loads(line) for line in railbird("regulation", "--json").stdout.splitlines()]
    with (FOLDER / "rules.csv").open(encoding="utf-8", newline="") as file:
        systems = [row["system"] for row in csv.DictReader(file)]
    assert {row["system"]: row["paragraphs"] for row in rows} == {
        system: systems.count(system) for system in systems
    }
    assert sum(row["paragraphs"] for row in rows) == 241
    assert railbird("regulation").stdout.splitlines()[-1].startswith("together")


def test_coverage_lists_every_id(railbird) -> None:
    done = railbird("regulation", "--coverage", "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [row["id"] for row in rows] == list(rules())
    for row in rows:
        assert (row["waits_for"] is None) == bool(row["tests"])
        assert row["tests"] or not row["landed"]
    lines = railbird("regulation", "--coverage").stdout.splitlines()
    assert sum(not line.startswith(" ") for line in lines) == 242
    assert lines[-1].endswith("0 missing")


def test_coverage_fails_when_a_test_is_missing(capsys) -> None:
    own = {
        name: [] if name == "b(1)" else tests for name, tests in marked(FOLDER.parent, tuple(rules())).items()
    }
    assert print_coverage(rules(), own, as_json=False) == 1
    out = capsys.readouterr().out
    assert "b(1)          MISSING" in out
    assert out.endswith("1 missing\n")


def test_without_a_checkout_there_is_one_line(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(digests, "FOLDER", tmp_path)
    with pytest.raises(
        DigestError, match=r"no rules.csv in tests/regulation: the digests come with a source"
    ):
        rules()


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("z.9",), "no paragraph z(9)"),
        (("a(5)",), "a(5)(i) to a(5)(iii)(c) are inside it"),
        (("h.4.iiii",), "no paragraph h(4)(iiii)"),
        (("",), "expected the id of a paragraph"),
        (("h.4;",), "expected the id of a paragraph"),
        (("x" * 5000,), "no paragraph xxx"),
        (("--coverage", "h.4"), "expected no ID, got h(4)"),
        (("--nope",), "--nope"),
    ],
)
def test_a_wrong_id_is_one_line(refused, args: tuple[str, ...], named: str) -> None:
    line = refused("regulation", *args)
    assert named in line
    assert len(line) < 300


def test_a_reader_that_has_enough_ends_it_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [Path(sys.executable).with_name("railbird"), "regulation", "h.4"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")

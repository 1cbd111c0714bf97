"""Every paragraph that engine, rules core or readers decide has its example and another case."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.regulation.digests import rules
from host_tools.regulation.marks import marked

HERE = Path(__file__).parent
TESTS = HERE.parent


@pytest.fixture(scope="module")
def proved() -> dict[str, list[str]]:
    """The test of every case by the paragraph that it carries, as pytest collects them."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", str(TESTS)]
    run = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "RAILBIRD_RULES": "1"}, check=True
    )
    cases: dict[str, list[str]] = {}
    for line in run.stdout.splitlines():
        if line.startswith("rule "):
            _, rule, test = line.split()
            cases.setdefault(rule, []).append(test)
    return cases


def test_two_cases_for_each_paragraph(proved: dict[str, list[str]]) -> None:
    due = [rule.id for rule in rules().values() if rule.landed]
    assert len(due) > 150
    assert [rule for rule in due if len(proved.get(rule, [])) < 2] == []


def test_no_test_names_a_paragraph_that_is_not_there(proved: dict[str, list[str]]) -> None:
    assert set(proved) <= set(rules())


def test_the_marks_read_from_the_source_are_those_that_pytest_collects(proved: dict[str, list[str]]) -> None:
    read = marked(TESTS, tuple(rules()))
    assert {rule: set(tests) for rule, tests in read.items() if tests} == {
        rule: set(tests) for rule, tests in proved.items()
    }


def test_the_digests_are_the_shared_ones(cases_dir: Path) -> None:
    for name in ("rules.csv", "games.csv", "ambiguities.md"):
        shared = cases_dir.parent / "regulation" / name
        assert (HERE / name).read_bytes() == shared.read_bytes()

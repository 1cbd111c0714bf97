"""Every paragraph that the engine decides has its example and another case."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def proved() -> dict[str, int]:
    """How many tests of this folder carry each paragraph."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", str(HERE)]
    run = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "RAILBIRD_RULES": "1"}, check=True
    )
    lines = [line.split() for line in run.stdout.splitlines() if line.startswith("rule ")]
    return {rule: int(count) for _, rule, count in lines}


def rows() -> dict[str, dict[str, str]]:
    text = (HERE / "rules.csv").read_text(encoding="utf-8")
    return {row["id"]: row for row in csv.DictReader(text.splitlines())}


def test_two_cases_for_each_paragraph(proved: dict[str, int]) -> None:
    due = [rule for rule, row in rows().items() if "engine" in row["where"].split(";")]
    assert len(due) > 150
    assert [rule for rule in due if proved.get(rule, 0) < 2] == []


def test_no_test_names_a_paragraph_that_is_not_there(proved: dict[str, int]) -> None:
    assert set(proved) <= set(rows())


def test_the_digests_are_the_shared_ones(cases_dir: Path) -> None:
    for name in ("rules.csv", "games.csv", "ambiguities.md"):
        shared = cases_dir.parent / "regulation" / name
        assert (HERE / name).read_bytes() == shared.read_bytes()

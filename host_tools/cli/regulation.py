"""`railbird regulation`: a paragraph of 9 NYCRR 5324.42, how it is read here, and the tests that prove it."""

import json
import sys
from collections import Counter
from itertools import zip_longest
from textwrap import wrap
from typing import Annotated, Any

import typer
from rich.console import Console

from host_tools.regulation.choices import choices_for
from host_tools.regulation.digests import FOLDER, DigestError, Gap, Rule, gaps, normal, rules
from host_tools.regulation.marks import marked

WIDTH = 100


def regulation(
    paragraph: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]", help="A paragraph, as h.4.iii or 'h(4)(iii)'.")
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Every paragraph with its tests.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON, one object a line.")] = False,
) -> None:
    """Look up a paragraph of the regulation: its rule, reading, house options and tests.

    Example: railbird regulation h.4.iii

    Without ID: the systems and how many of their paragraphs have tests. Exit status of --coverage: 1 when a paragraph
    that engine, rules core or readers decide has no test. The digests are those of a source checkout.
    """
    known = rules()
    name = normal(" ".join(paragraph)) if paragraph else ""
    if coverage and name:
        raise DigestError(f"--coverage lists every paragraph: expected no ID, got {name}")
    tests = marked(FOLDER.parent, tuple(known))
    if coverage:
        sys.exit(print_coverage(known, tests, as_json))
    if name:
        _paragraph(name, known, tests, as_json)
    else:
        _systems(known, tests, as_json)


def _paragraph(name: str, known: dict[str, Rule], tests: dict[str, list[str]], as_json: bool) -> None:
    ids = tuple(known)
    found = gaps(ids)
    rule = known.get(name)
    codes = rule.codes if rule else set()
    readings = [gap for gap in found.values() if name in gap.rules or gap.code in codes]
    if rule is None and not readings:
        below = [other for other in ids if other.startswith(f"{name}(")]
        inside = f"; {below[0]} to {below[-1]} are inside it" if below else ""
        raise DigestError(f"no paragraph {name[:40]} with a rule of its own in 5324.42{inside}")
    options = choices_for(name, readings, ids)
    if as_json:
        row = rule._asdict() | {"landed": rule.landed} if rule else {"id": name}
        readings_rows = [gap._asdict() for gap in readings]
        found_options = [option._asdict() for option in options]
        whole = {**row, "reading": readings_rows, "options": found_options, "tests": tests.get(name, [])}
        print(json.dumps(whole))
        return
    if rule:
        _section(f"{name}  {rule.system}  ({', '.join(rule.where)})", [rule.rule, f"Example: {rule.check}"])
    else:
        _section(f"{name}  (no rule of its own in the text)", [])
    if readings:
        _section("Reading", [_reading(gap) for gap in readings])
    if options:
        _section("House options", [f"{field} = {default}: {text}" for field, default, text in options])
    if rule:
        _section("Tests", tests[name] or [_waits(rule)])


def _reading(gap: Gap) -> str:
    return f"{gap.code} {gap.title}: {gap.settled} House option: {gap.option}"


def _section(heading: str, paragraphs: list[str]) -> None:
    """A heading and indented paragraphs, as wide as the terminal but no wider than is good to read."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(heading, style="bold")
    for paragraph in paragraphs:
        width = min(console.width, WIDTH)
        lines = wrap(paragraph, width - 4, break_long_words=False, break_on_hyphens=False)
        console.print("  " + "\n    ".join(lines))


def _waits(rule: Rule) -> str:
    return f"none yet: waits for {rule.system} ({', '.join(rule.where)})"


def _systems(known: dict[str, Rule], tests: dict[str, list[str]], as_json: bool) -> None:
    total = Counter(rule.system for rule in known.values())
    proved = Counter(rule.system for rule in known.values() if tests[rule.id])
    landed = {rule.system for rule in known.values() if rule.landed}
    for system, count in total.items():
        row = {
            "system": system,
            "paragraphs": count,
            "with_tests": proved[system],
            "landed": system in landed,
        }
        if as_json:
            print(json.dumps(row))
        else:
            print(f"{system:18}{count:4} paragraphs {proved[system]:4} with tests")
    if not as_json:
        print(f"{'together':18}{len(known):4} paragraphs {sum(proved.values()):4} with tests")


def print_coverage(known: dict[str, Rule], tests: dict[str, list[str]], as_json: bool) -> int:
    """Print every paragraph with its tests; the exit status, 1 when one that is due has none."""
    missing = [rule for rule in known.values() if rule.landed and not tests[rule.id]]
    for rule in known.values():
        if as_json:
            row: dict[str, Any] = {"id": rule.id, "system": rule.system, "where": rule.where}
            waits = None if tests[rule.id] else rule.system
            print(json.dumps(row | {"landed": rule.landed, "tests": tests[rule.id], "waits_for": waits}))
        elif rule in missing:
            print(f"{rule.id:14}MISSING: {rule.system} is built, no test has this paragraph")
        else:
            lines = tests[rule.id] or [_waits(rule)]
            print("\n".join(f"{name:14}{line}" for name, line in zip_longest([rule.id], lines, fillvalue="")))
    if not as_json:
        covered = sum(bool(tests[rule.id]) for rule in known.values())
        print(f"{len(known)} paragraphs, {covered} with tests, {len(missing)} missing")
    return 1 if missing else 0

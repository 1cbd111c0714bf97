"""The command line as a whole: its help, and what the shell is told when a word is to be completed, as bash asks."""

from importlib import import_module

import pytest
import typer

from host_tools.cli import ENDS, NAMES, command_line


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("railbird simul", ["simulate"]),
        ("railbird simulate --game omaha", ["omaha_high", "omaha_hl8"]),
        ("railbird simulate --board casino_11_", ["casino_11_chips"]),
        ("railbird board check stud", ["stud_8"]),
        ("railbird core --game razz", []),
        ("railbird simulate --pro", ["--profile"]),
        ("railbird simulate --profile m", ["mid"]),
    ],
)
def test_words_are_completed(railbird, monkeypatch, words, answers):
    monkeypatch.setenv("_RAILBIRD_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    assert railbird().stdout.split() == answers


def test_the_help_groups_every_command(railbird):
    text = railbird("--help").stdout
    at = [text.index(panel) for panel in ("A table", "Bring up a board", "Rules and hands", "Proofs")]
    assert at == sorted(at)
    assert "─ Commands ─" not in text  # nothing stands outside the groups


def test_every_command_and_every_error_that_ends_one_is_where_it_is_said_to_be():
    assert {name for name in NAMES if name not in command_names(command_line(NAMES))} == set()
    for names in ENDS.values():
        for name in names:
            module, _, kind = name.rpartition(".")
            assert issubclass(getattr(import_module(module), kind), Exception), name


def command_names(app):
    return set(typer.main.get_command(app).commands)

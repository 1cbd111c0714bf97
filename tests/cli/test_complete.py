"""What the shell is told when a word of the command line is to be completed, as bash asks for it."""

import pytest


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

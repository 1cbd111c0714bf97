"""`railbird faults`: the table, for people and for programs."""

import json

NAMED = (
    "mute",
    "zombie",
    "stale_frame",
    "bit_shift",
    "error_frame",
    "stretching",
    "scl_stuck",
    "channel_left_open",
)
"""Some of those that the issue names."""


def test_the_list_names_effect_end_and_source(railbird) -> None:
    done = railbird("faults")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    at = lines.index("zombie (reader)")
    assert lines[at + 1] == "    ACK to every command, never a response."
    assert lines[at + 2].startswith("    Ends by a reset")
    assert "WMT-GmbH/pn532#21" in lines[at + 2]


def test_as_json(railbird) -> None:
    done = railbird("faults", "--json")
    assert done.returncode == 0, done.stderr
    rows = {row["name"]: row for row in json.loads(done.stdout)}
    assert set(NAMED) <= rows.keys()
    assert rows["scl_stuck"]["part"] == "bus"
    assert rows["two_targets"]["part"] == "always"
    assert all(
        set(row) == {"name", "part", "effect", "ends", "source"} and all(row.values())
        for row in rows.values()
    )

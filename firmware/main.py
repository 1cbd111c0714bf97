"""Start-up, second file: load what was flashed for this table and run it.

`settings.json` names the port and the board; `registry.bin` holds the enrolled cards, `chips.bin` the chips of a table
that has zones for them. With `play` in the settings the table is in play mode, and `identity.bin` says which
it is.
"""

import gc
import json
import sys


def load(package, name):
    """The module `package.name`; only the one a table needs is ever imported."""
    return __import__(package + "." + name, None, None, (name,))


def board():
    """The board's definition. Only the start needs it, so the module that holds it is let go."""
    name = "railbird_boards." + settings["board"]
    definition = load("railbird_boards", settings["board"]).BOARD
    del sys.modules[name], sys.modules["railbird_boards"]
    return definition


# Collect while modules load: what they leave behind must not lie between what stays.
gc.threshold(8192)
with open("settings.json") as file:
    settings = json.load(file)
with open("registry.bin", "rb") as file:
    registry = file.read()
chips = identity = None
if settings.get("play"):
    with open("identity.bin", "rb") as file:
        identity = file.read()
if settings["chips"]:
    with open("chips.bin", "rb") as file:
        chips = load("railbird", "chips").Chips(file.read())

load("railbird", "app").run(
    load("railbird.port", settings["port"]).Port(settings),
    board,
    registry,
    chips,
    identity,
)

"""Start-up, second file: load what was flashed for this table and run it.

`settings.json` names the port and the board; `registry.bin` holds the enrolled tags.
"""

import json

from railbird import app


def load(package, name):
    """The module `package.name`; only the one a table needs is ever imported."""
    return __import__(package + "." + name, None, None, (name,))


with open("settings.json") as file:
    settings = json.load(file)
with open("registry.bin", "rb") as file:
    registry = file.read()

app.run(
    load("railbird.port", settings["port"]).Port(settings),
    load("railbird_boards", settings["board"]).BOARD,
    registry,
)

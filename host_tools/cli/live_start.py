"""What `railbird live --port` looks at before it serves its page: key, line, table, house, records."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.cli.live_port import PortTable
from host_tools.engine.given import text as text_of
from host_tools.engine.session.night import begin_session
from host_tools.engine.session.script_file import Script, ScriptError
from host_tools.link.meet import meet
from host_tools.link.serial_line import SerialLine
from host_tools.live.feed import Hub
from host_tools.live.night import Night, housed, plain_table
from host_tools.live.stream import Stream
from host_tools.provision import ProvisionError, TableKey
from host_tools.provision import load as load_key
from railbird_boards.schema import load

if TYPE_CHECKING:
    from host_tools.records.store import Store

MODES = (
    "Development mode: cards travel in clear.",
    "Play mode: cards are sealed until the rules open them.",
)
"""By whether the table is in play mode."""


def on_port(
    hub: Hub,
    port: str,
    board: str | None,
    script: Script | None,
    game: str,
    key_file: Path | None,
    record: str | None,
    late: Callable[[bytes], Stream],
    audit: bytes,
) -> tuple[PortTable, Any, str]:
    """The table on a port, its board's definition, its mode in words. `late` makes its stream out of the house's key,
    which is `audit` or that of the key file. One line says what is wrong: LineError, NoTable, ProvisionError,
    BoardError, ScriptError, RecordsError, TableError.
    """
    key = _key(key_file) if key_file else None
    named = load(board) if board else None
    line = SerialLine(port)
    try:
        definition = named or load(meet(line, key.identity if key else None).board)
        seats = int(definition["seats"])
        if script is not None and script.table.seats > seats:
            raise ScriptError(
                f"{script.file}: {script.table.seats} seats: board {definition['name']} has {seats}"
            )
        night = housed(script) if script else Night(begin_session(plain_table(game, seats)))
        text = text_of(Path(script.file)) if script else f"plain {game} {seats}"
        table = PortTable(
            hub, line, definition, night, late(audit or (key.audit if key else b"")),
            key=key, store=open_records(record), house=hashlib.sha256(text.encode()).hexdigest(),
        )  # fmt: skip
    except BaseException:
        line.close()
        raise
    return table, definition, MODES[key is not None]


def _key(path: Path) -> TableKey:
    try:
        return load_key(path)
    except OSError as error:
        raise ProvisionError(f"--key {path}: {error.strerror}") from None


def open_records(url: str | None) -> "Store | None":
    """The records, the database's library loaded only where they are asked for."""
    if url is None:
        return None
    from host_tools.records.store import open_store

    return open_store(url, create=True)


def drawing(url: str | None, name: str) -> Callable[[], str] | None:
    """Draws the evening of the table called `name` out of the records, read anew each time; None without records."""
    if url is None:
        return None

    def draw() -> str:
        from host_tools.live.charts import charts
        from host_tools.records.desk import Desk
        from host_tools.records.evening_figures import figures
        from host_tools.records.store import open_store

        store = open_store(url)
        try:
            return charts(name, figures(Desk(store, name, lambda: 0)))
        finally:
            store.close()

    return draw

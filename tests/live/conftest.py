"""A simulated table behind the live server, with its firmware in this interpreter."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from host_tools.cli.live_table import LiveTable
from host_tools.live.feed import Hub
from host_tools.live.night import Night, plain_table, simulated_night
from host_tools.live.picture import Picture
from host_tools.live.stream import Stream
from host_tools.simulation.table import simulated
from host_tools.virtual.timing import PROFILES
from railbird_boards.schema import load
from tests.live.browser import chromium, enter

PATIENCE_S = 60


class Pages(Hub):
    """Takes the pictures as they come; `seen` has the last of each role."""

    def __init__(self) -> None:
        super().__init__({})
        self.seen: dict[str, Picture] = {}
        self.number = 0

    def offer(self, pictures: Any) -> None:
        self.seen = {**self.seen, **pictures}
        self.number += 1


class Live:
    """A running table: `do` makes a call and gives its answer, `until` waits for what a role sees."""

    def __init__(self, table: LiveTable, pages: Pages) -> None:
        self.table = table
        self.pages = pages

    def do(self, call: str, **args: Any) -> str:
        return self.table.ask(call, args, "Ana").result(timeout=20)

    def until(
        self, role: str, holds: Callable[[Picture], Any], what: str = "", patience_s: float = PATIENCE_S
    ) -> Picture:
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            picture = self.pages.seen.get(role)
            if picture is not None and holds(picture):
                return picture
            time.sleep(0.01)
        raise AssertionError(f"not seen within {patience_s} s: {what or holds}")


@pytest.fixture
def make_live() -> Iterator[Callable[..., Live]]:
    """`make_live(game, seats, board=..., seed=..., mistakes=...)`: a table that has begun its evening."""
    running: list[LiveTable] = []

    def make(
        game: str = "holdem",
        seats: tuple[int, ...] = (1, 4, 7),
        board: str = "virtual_9",
        seed: int = 1,
        mistakes: float = 0.0,
        night: Night | None = None,
        hands: int | None = None,
        delay_s: float = 0.0,
        audit: bytes = b"",
        play: bool = False,
    ) -> Live:
        chips = dict.fromkeys(seats, 100)
        pages = Pages()
        night = night or simulated_night(plain_table(game, load(board)["seats"]), chips)
        table = LiveTable(
            pages, load(board), PROFILES["mid"], seed, night, Stream(pages, delay_s, audit),
            hands=hands, local=True, mistakes=mistakes, at_table_pace=False,
            **(simulated(seed) if play else {}),
        )  # fmt: skip
        running.append(table)
        table.start()
        return Live(table, pages)

    yield make
    for table in running:
        table.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """`new_page(width, height)`: a page of its own context, whose errors fail the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def opened(width: int, height: int) -> Any:
        contexts.append(browser.new_context(viewport={"width": width, "height": height}))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def enter_as(new_page: Callable[..., Any]) -> Callable[..., Any]:
    """`enter_as(role, address)`: such a page, with that role logged in."""

    def entered(role: str, address: str, width: int = 1280, height: int = 720) -> Any:
        return enter(new_page(width, height), address, role)

    return entered

"""`python -m tests.live.screenshots FOLDER`: each view of the live table as a picture, from a simulated evening."""

import sys
from pathlib import Path

from host_tools.live.roles import ROLES
from tests.live.browser import CHROMIUM, chromium, enter, running

SIZE = {"width": 1280, "height": 720}
TABLETS = {"dealer": (820, 1180), "floor": (1180, 820)}
FRAME = {"width": 1920, "height": 1080}
PLAYERS = Path(__file__).parents[2] / "examples" / "players.json"
ARGS = (
    "--pace",
    "fast",
    "--delay",
    "0",
    "--short-delay",
    "--seed",
    "4",
    "--seats",
    "6",
    "--players",
    str(PLAYERS),
)
MOMENT = "() => document.querySelectorAll('#felt .card[data-from^=board]').length >= 3"


def main(folder: Path) -> None:
    """A hold'em hand with its flop, as each role sees it, and the floor's view of a verdict."""
    if CHROMIUM is None:
        sys.exit("screenshots: no Chromium is installed")
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, running(*ARGS) as server:
        first = enter(browser.new_context(viewport=SIZE).new_page(), server.address, "dealer")
        first.wait_for_function(MOMENT)
        first.click("#take")  # everything stands still from here on
        first.wait_for_selector("#choices :is(.check, .call, .fold)")
        first.wait_for_selector("#toast.shown", state="detached")
        first.screenshot(path=folder / "dealer.png")
        for role in ROLES:
            if role != "dealer":
                page = enter(browser.new_context(viewport=SIZE).new_page(), server.address, role)
                page.wait_for_selector("#ledger .cell.board")
                page.screenshot(path=folder / f"{role}.png")
        overlay = browser.new_context(viewport=FRAME).new_page()
        overlay.goto(f"{server.address}overlay")
        overlay.wait_for_selector(".seat .odds")
        overlay.screenshot(path=folder / "overlay.png", omit_background=True)
        first.click("#back")
        first.wait_for_function("() => document.getElementById('step').textContent !== ''")
        first.screenshot(path=folder / "looking_back.png")
        floor = enter(browser.new_context(viewport=SIZE).new_page(), server.address, "floor")
        floor.click("#attend")
        floor.select_option("#from", "stranger")
        floor.select_option("#to", "board_5")
        floor.get_by_text("Lay", exact=True).click()
        floor.wait_for_selector(".verdict.standing")
        floor.wait_for_timeout(4500)  # until the word about the card laid has faded
        floor.evaluate("document.getElementById('desk').scrollTop = 0")
        floor.screenshot(path=folder / "verdict.png")
        for role, (width, height) in TABLETS.items():
            size = {"width": width, "height": height}
            page = enter(browser.new_context(viewport=size).new_page(), server.address, role)
            page.wait_for_selector("#ledger .cell.board")
            page.screenshot(path=folder / f"{role}_tablet.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

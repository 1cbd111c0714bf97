"""The system's Chromium, driven by Playwright, and `railbird live` as a user runs it."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

RAILBIRD = Path(sys.executable).with_name("railbird")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE_MS = 90_000


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; ends with the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Running:
    """A server of its own process. `address` is where its page is."""

    def __init__(self, *args: str, port: int = 0) -> None:
        command = [RAILBIRD, "live", "--simulate", "--http", str(port), "--target", "cpython", *args]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "http://" in line:
                self.address = line[line.index("http://") :].split()[0]
                return
        raise AssertionError("railbird live ended before it was up")

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    @property
    def resident_kb(self) -> int:
        """Memory of the process, in KB."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def kill(self) -> None:
        """Without a chance to tidy up."""
        self._process.kill()

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=30)


@contextmanager
def running(*args: str, port: int = 0) -> Iterator[Running]:
    """`railbird live` with these options; ends with the block."""
    server = Running(*args, port=port)
    try:
        yield server
    finally:
        server.stop()


def enter(page: Any, address: str, role: str) -> Any:
    """Log in as a role, where no password is asked for, and wait for the felt."""
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    page.select_option("#role", role)
    page.fill("#who", "Ana")
    page.click("#login button")
    page.wait_for_selector("#felt .plate")
    return page


def hand(page: Any) -> int:
    """The number of the hand that the page shows, 0 before the first."""
    found = re.search(r"hand (\d+)", page.inner_text("#where"))
    return int(found.group(1)) if found else 0


def play(page: Any) -> set[str]:
    """Check, call and show a hand to its end with the buttons of the console."""
    kinds = ".check, .call, .bring_in, .show, .discard, .push"
    number = None
    seen = set()
    while number is None or hand(page) == number:
        page.wait_for_selector(f"#choices :is({kinds})")
        number = number or hand(page)
        if hand(page) != number:
            break
        button = page.wait_for_selector(f"#choices :is({kinds})")
        before = page.inner_text("#choices")
        seen.add(button.get_attribute("class"))
        button.click()
        page.wait_for_function(
            "before => document.getElementById('choices').innerText !== before", arg=before
        )
    return seen


def take(page: Any) -> None:
    """Sit at the console of a table that deals by itself: to the first decision of the hand after the one under way."""
    page.click("#take")
    play(page)
    page.wait_for_selector("#choices :is(.fold, .check, .bring_in)")

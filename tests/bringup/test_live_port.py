"""`railbird live --port` on a board that MicroPython runs: a whole hand by hand, as nothing is wired to it."""

import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from host_tools import provision
from host_tools.registry import build, sample
from host_tools.targets.pty_board import BLOCKS
from host_tools.targets.stage import FIRMWARE
from host_tools.targets.vm import VM_COMMAND

RAILBIRD = Path(sys.executable).with_name("railbird")
HOUSE = Path(__file__).parents[2] / "examples" / "house.toml"
PATIENCE_S = 60


class Page:
    """A role's page, without a browser."""

    def __init__(self, address, role):
        self._address = address
        self._headers = {"origin": address, "content-type": "application/json"}
        with self._ask("/api/login", {"role": role, "who": "Ana", "password": ""}) as answer:
            self._headers["cookie"] = answer.headers["set-cookie"].partition(";")[0]
        with self._ask("/api/me") as answer:
            self._headers["x-railbird-token"] = json.load(answer)["token"]

    def _ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        return urlopen(Request(self._address + path, data, self._headers), timeout=20)

    def do(self, call, **args):
        with self._ask("/api/do", {"call": call, "args": args}) as answer:
            return json.load(answer)["done"]

    def seen(self):
        with self._ask("/api/events") as stream:
            return next(json.loads(line[6:]) for line in stream if line.startswith(b"data: "))

    def until(self, holds):
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            seen = self.seen()
            if seen and holds(seen):
                return seen
            time.sleep(0.1)
        raise AssertionError(f"not seen: {holds}")


@pytest.fixture
def serve(board):
    """serve(options...): the process and its address."""
    running = []

    def run(*more):
        command = [RAILBIRD, "live", "--port", str(board.link), "--http", "0", *map(str, more)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(process)
        for line in process.stdout:
            if "http://" in line:
                return process, line[line.index("http://") :].split()[0].rstrip("/")
        raise AssertionError(process.stderr.read())

    yield run
    for process in running:
        process.terminate()
        process.communicate(timeout=30)


def enter(page, zone, card):
    before = page.seen()["counts"]["stub"]
    page.do("enter", card=card, zone=zone)
    page.until(lambda seen: seen["counts"]["stub"] < before)


def decide(page, kind):
    seen = page.until(lambda seen: kind in [row[0] for row in seen["desk"]["choices"]])
    seat = seen["desk"]["choices"][0][1]
    page.do("declare", event=[kind, seat])
    page.until(lambda now: now["desk"]["choices"] != seen["desk"]["choices"])


def test_a_whole_hand_by_hand_on_a_board_and_a_server_killed_in_its_middle(deploy, board, serve, tmp_path):
    tags = sample(1, (7,) * 8)
    registry = build([(uid, code) for code, uid in tags.items()])
    deploy(provision=True, table={"registry.bin": registry})
    board.wait_for_port()
    url = f"sqlite:///{tmp_path}/night.db"
    process, address = serve("--house", HOUSE, "--record", url)
    dealer, floor = Page(address, "dealer"), Page(address, "floor")
    seen = floor.until(lambda seen: seen["link"]["open"] and set(seen["readers"].values()) == {"UNKNOWN"})
    assert seen["link"]["board"] == "pico_w"
    floor.do("session", event=["move", 4, 3], why="a better place")
    dealer.do("round", event=["cut"])
    dealer.do("begin")
    dealer.until(lambda seen: seen.get("hand"))
    for zone, card in zip(
        ("seat_1", "seat_2", "seat_3") * 2, ("As", "Kd", "2c", "Ah", "Kc", "7d"), strict=True
    ):
        enter(dealer, zone, card)
    decide(dealer, "fold")
    decide(dealer, "call")
    decide(dealer, "check")
    process.kill()
    process.communicate(timeout=30)
    process, address = serve("--house", HOUSE, "--record", url)
    dealer = Page(address, "dealer")
    seen = dealer.until(lambda seen: seen["link"]["open"] and seen.get("hand"))
    assert [seat["bet"] for seat in seen["seats"] if seat.get("live")] == [0, 0]
    for zone, card in (("board_1", "7h"), ("board_1", "8h"), ("board_1", "9c")):
        enter(dealer, zone, card)
    assert dealer.until(lambda seen: len(seen["board"]) == 3)["board"] == ["7h", "8h", "9c"]
    for zone, card in (("board_4", "Td"), ("board_5", "2d")):
        decide(dealer, "check")
        decide(dealer, "check")
        enter(dealer, zone, card)
    decide(dealer, "check")
    decide(dealer, "check")
    decide(dealer, "show")
    decide(dealer, "show")
    dealer.do("push")
    seen = dealer.until(lambda seen: seen["desk"]["begin"])
    assert seen["night"]["books"]["bought"] == 550
    with sqlite3.connect(tmp_path / "night.db") as kept:
        assert kept.execute("select outcome, pot from hands").fetchall() == [("complete", 4)]
        assert kept.execute("select what, who, why from decisions").fetchall() == [
            ("move 4 3", "Ana (floor)", "a better place")
        ]


PUT = """
import sys
sys.path[:0] = {paths!r}
from flash import mount
mount({image!r}, {blocks}, "")
with open({name!r}, "wb") as file:
    file.write({data!r})
"""


def put(image, name, data):
    """A file on a flash image, written by a VM of its own."""
    paths = [str(FIRMWARE), str(FIRMWARE.parent / "host_tools" / "board_vm")]
    script = image.with_suffix(".put.py")
    script.write_text(PUT.format(paths=paths, image=str(image), blocks=BLOCKS, name=name, data=data))
    subprocess.run([*VM_COMMAND, script], capture_output=True, timeout=60, check=True)


def test_a_board_in_play_mode_opens_to_its_own_key_alone(deploy, board, serve, tmp_path):
    tags = sample(1, (7,) * 8)
    registry = build([(uid, code) for code, uid in tags.items()])
    identity, key = provision.make("table-7")
    deploy(provision=True, table={"registry.bin": registry})
    board.power_off()
    put(board.image, "identity.bin", identity)
    board.power_on()
    board.wait_for_port()
    own, other = tmp_path / "table.key", tmp_path / "other.key"
    provision.save(key, own)
    provision.save(provision.make("table-8")[1], other)
    command = [RAILBIRD, "live", "--port", str(board.link), "--http", "0"]
    for options, said in (([], "play mode"), (["--key", str(other)], "of another")):
        done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=90, check=False)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert said in done.stderr
    _, address = serve("--key", own, "--house", HOUSE)
    dealer = Page(address, "dealer")
    dealer.until(lambda seen: seen["link"]["open"])
    dealer.do("round", event=["cut"])
    dealer.do("begin")
    seen = dealer.until(lambda seen: seen.get("hand") and not seen["desk"]["begin"])
    assert seen["hand"]["waits"] == "seat 1 posts a blind of 1"
    with pytest.raises(HTTPError, match="409"):
        dealer.do("enter", card="As", zone="seat_1")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "nowhere"], "there is no such port"),
        (["--port", "nowhere", "--board", "none"], "none"),
        (["--port", "nowhere", "--key", "nokey"], "--key nokey: No such file"),
        (["--port", "nowhere", "--simulate"], "one of them"),
        (["--simulate", "--key", "nokey"], "--key"),
        (["--simulate", "--house", "nohouse"], "nohouse"),
        ([], "--simulate or --port"),
        (["--simulate", "--record", "mysql://x"], "mysql"),
    ],
)
def test_wrong_input_is_one_line_and_changes_nothing(options, said, tmp_path):
    command = [RAILBIRD, "live", "--http", "0", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []

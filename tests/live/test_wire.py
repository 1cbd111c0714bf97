"""What really goes out of the port: two clients, one a viewer and one a producer, over the same hands."""

import json
import threading
from http.client import HTTPConnection

import pytest

from host_tools.live.roles import PRODUCER, VIEWER
from host_tools.provision import make, save
from railbird.rules import cards
from tests.live.browser import running

HANDS = 3


def listen(port, role, found):
    """Log in and read the stream until HANDS hands have begun; `found` gets every message."""
    link = HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"origin": f"http://127.0.0.1:{port}", "content-type": "application/json"}
    link.request("POST", "/api/login", json.dumps({"role": role, "who": "", "password": ""}), headers)
    answer = link.getresponse()
    cookie = answer.headers["set-cookie"].partition(";")[0]
    answer.read()
    link.request("GET", "/api/events", headers={"cookie": cookie})
    stream = link.getresponse()
    assert stream.headers["content-type"].startswith("text/event-stream")
    for line in stream:
        if line.startswith(b"data: "):
            found.append(json.loads(line[6:]))
            if ((found[-1].get("hand") or {}).get("number") or 0) > HANDS:
                break
    link.close()


def down(messages):
    """(hand, seat, card) of every card at a seat that a stream has named while its hand was not shown."""
    found, number = set(), 0
    for message in messages:
        number = (message.get("hand") or {}).get("number", number)
        for seat in message.get("seats", ()):
            if seat["in"] and not seat["shown"]:
                found |= {(number, seat["seat"], card["card"]) for card in seat["cards"] if card["card"]}
    return found


def values(message):
    """Every string in a message."""
    if isinstance(message, str):
        yield message
    elif isinstance(message, dict):
        for value in message.values():
            yield from values(value)
    elif isinstance(message, list):
        for value in message:
            yield from values(value)


@pytest.mark.parametrize("mode", ["in clear", "sealed, with the audit key"])
def test_the_viewers_stream_names_no_down_card_while_the_producers_does(mode, tmp_path):
    args = (
        "--board",
        "virtual_9",
        "--pace",
        "fast",
        "--seats",
        "3",
        "--delay",
        "0",
        "--short-delay",
        "--seed",
        "2",
    )
    if mode != "in clear":
        save(make("table-7", bytes(range(32)))[1], tmp_path / "table.key")
        args += ("--play", "--audit-key", str(tmp_path / "table.key"))
    streams = {VIEWER: [], PRODUCER: []}
    with running(*args) as server:
        threads = [
            threading.Thread(target=listen, args=(server.port, role, found))
            for role, found in streams.items()
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=300)
    names = {cards.name(card) for card in range(cards.DECK_SIZE)}
    seen = down(streams[PRODUCER])
    assert len({(number, seat) for number, seat, _ in seen if number}) >= 2 * HANDS
    assert down(streams[VIEWER]) == set()
    # Whatever the viewer's stream names anywhere in a hand was on the board or shown in it, or in the one before.
    opened = set()
    for message in streams[VIEWER]:
        opened |= {card for card in message.get("board", ()) if card}
        for seat in message.get("seats", ()):
            opened |= {card["card"] for card in seat.get("cards", ()) if card["card"] and seat["shown"]}
        said = {word for text in values(message) for word in text.split() if word in names}
        assert said <= opened


def events(port, wanted):
    """What the feed of events tells up to the first event that is `wanted`."""
    link = HTTPConnection("127.0.0.1", port, timeout=120)
    link.request("GET", "/events")
    for line in link.getresponse():
        if line.startswith(b"data: "):
            event = json.loads(line[6:])
            if wanted(event):
                link.close()
                return event
    raise AssertionError("the feed ended")


def test_a_server_that_was_killed_is_followed_by_one_that_goes_on_with_its_stream(tmp_path):
    """The first table has two players, the second three: what is late comes from the first."""
    args = ("--board", "virtual_9", "--pace", "fast", "--spool", str(tmp_path / "spool"), "--short-delay")
    with running(*args, "--seats", "2", "--delay", "0") as server:
        events(server.port, lambda event: event["type"] == "cards" and len(event["cards"]) == 2)
        server.kill()
    with running(*args, "--seats", "3", "--delay", "0.1") as server:
        # What the first server has told already it had kept as well: a stream goes on at the beginning of a hand.
        first = events(server.port, lambda event: event["type"] in ("hand", "table") and event.get("seats"))
        assert len(first["seats"]) == 2
        then = events(server.port, lambda event: event["type"] == "hand" and len(event["seats"]) == 3)
        assert then["number"] == 1

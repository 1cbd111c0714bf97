"""What a stream's programs get over the wire, and who gets nothing."""

from time import monotonic

import pytest
from starlette.testclient import TestClient

from host_tools.live.doors import Doors, hashed
from host_tools.live.feed import Events, Feed, Hub
from host_tools.live.follow import Follower
from host_tools.live.roles import PRODUCER, ROLES
from host_tools.live.roster import Player, Roster
from host_tools.live.server import Server
from host_tools.live.stream import EVENTS, OVERLAY, Stream
from host_tools.live.studio import Studio
from host_tools.live.tape import Reels
from tests.live.sealed_hand import BURNS, MUCKED, SealedTable

HERE = "http://127.0.0.1"
SHUT = ("viewer", "dealer", "floor")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
HASHES = {role: hashed(f"{role} of the house") for role in ROLES}
PATHS = ("/events", "/api/overlay", "/photo/ana.png")


@pytest.fixture
def make():
    def made(passwords=None, now=monotonic):
        hub = Hub({OVERLAY: Feed(), EVENTS: Events(), **{role: Feed() for role in ROLES}})
        doors = Doors(passwords, now)
        roster = Roster({1: Player("Ana", "ana.png")}, {"ana.png": (PNG, "image/png")})
        stream = Stream(hub, 900, roster=roster, key=doors.stream_key)
        reels, late = Reels(), Reels()
        for item in SealedTable().hand().items:
            reels.take(item)
        for item in SealedTable(2, run="another").items:
            late.take(item)
        looked_at = {role: reels for role in ROLES} | {PRODUCER: late}
        studio = Studio(hub, stream, doors, lambda role: (looked_at[role], Follower()))
        server = Server(
            hub, stream, doors, {}, "127.0.0.1" if passwords is None else "0.0.0.0", studio.routes
        )
        hub.feeds[EVENTS].take({"hidden": False, "events": [{"type": "hand", "number": 7}]})
        hub.feeds[OVERLAY].take({"hidden": False})
        client = TestClient(server.app, base_url=HERE, headers={"origin": HERE})
        client.hub, client.key = hub, doors.stream_key
        return client

    return made


def log_in(client, role):
    answer = client.post("/api/login", json={"role": role, "who": "Ana", "password": f"{role} of the house"})
    assert answer.status_code == 200


@pytest.fixture(autouse=True)
def up_to_now(monkeypatch):
    """A stream ends with what there is now."""

    async def messages(feed, last, alive):
        if alive():
            for text in feed.since(last)[1]:
                yield text

    monkeypatch.setattr(Feed, "messages", messages)


def get(client, path, **headers):
    return client.get(path, headers=headers)


@pytest.mark.parametrize("path", PATHS)
def test_where_no_password_is_needed_nor_is_a_key(make, path):
    assert get(make(), path).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_where_passwords_are_set_it_takes_the_key_or_the_producer(make, path):
    client = make(HASHES)
    assert get(client, path).status_code == 401
    assert get(client, path, authorization="Bearer guess").status_code == 401
    assert get(client, path, authorization=f"Basic {client.key}").status_code == 401
    assert get(client, f"{path}?key=").status_code == 401
    assert get(client, f"{path}?key={client.key[:-1]}").status_code == 401
    assert get(client, path, authorization=f"Bearer {client.key}").status_code == 200
    assert get(client, f"{path}?key={client.key}").status_code == 200
    for role in ROLES:
        log_in(client, role)
        assert get(client, path).status_code == (200 if role == PRODUCER else 403)


def test_the_key_is_long_and_follows_from_the_producers_password_alone():
    key = Doors(HASHES).stream_key
    assert len(key) == 64
    assert key == Doors({**HASHES, "viewer": hashed("something else")}).stream_key
    assert key != Doors({**HASHES, PRODUCER: hashed(f"{PRODUCER} of the house")}).stream_key, "another salt"


def test_events_have_ids_and_are_resumed_after_the_last(make):
    client = make()
    boot = client.hub.feeds[EVENTS].boot
    assert get(client, "/events").text == f'id: {boot}-1\ndata: {{"type":"table","hidden":false}}\n\n'
    found = get(client, "/events", **{"last-event-id": f"{boot}-0"})
    assert found.text == f'id: {boot}-1\ndata: {{"type":"hand","number":7}}\n\n'
    assert found.headers["content-type"].startswith("text/event-stream")
    assert get(client, "/events", **{"last-event-id": f"{boot}-1"}).text == ""


def test_a_photo_is_what_it_was_and_no_name_leads_elsewhere(make):
    client = make()
    found = client.get("/photo/ana.png")
    assert (found.content, found.headers["content-type"]) == (PNG, "image/png")
    assert found.headers["x-content-type-options"] == "nosniff"
    for path in (
        "/photo/",
        "/photo/none.png",
        "/photo/..%2fserver.py",
        "/photo/../server.py",
        "/photo/%2fetc%2fpasswd",
    ):
        assert client.get(path, follow_redirects=False).status_code in (307, 404)


def test_the_overlay_is_a_page_without_a_secret(make):
    client = make(HASHES)
    found = client.get("/overlay")
    assert found.status_code == 200
    assert client.key not in found.text
    assert "frame-ancestors 'none'" in found.headers["content-security-policy"]


def test_no_more_programs_than_there_is_room_for(make, monkeypatch):
    monkeypatch.setattr("host_tools.live.studio.STREAMS", 0)
    assert get(make(), "/events").status_code == 503


@pytest.mark.parametrize("role", SHUT)
def test_a_hand_is_looked_back_at_in_the_callers_role(make, role):
    client = make()
    for path in ("/api/hand/0", "/api/hand/1", "/api/hand/1/1"):
        assert client.get(path).status_code == 401
    log_in(client, role)
    found = client.get("/api/hand/0").json()
    assert (found["hands"], found["hand"]) == ([1], 1)
    assert found == client.get("/api/hand/1").json()
    last = client.get(f"/api/hand/1/{len(found['steps'])}")
    assert [card for card in (*MUCKED, *BURNS) if f'"{card}"' in last.text] == []
    first = client.get("/api/hand/1/9").json()
    assert first["role"] == role
    assert [card for seat in first["seats"] for card in seat.get("cards", ()) if card["card"]] == []
    assert "link" not in first


def test_the_producer_looks_back_at_what_the_stream_has_told_alone(make):
    client = make()
    log_in(client, PRODUCER)
    assert client.get("/api/hand/0").json() == {"hands": [], "hand": 0, "steps": []}
    assert client.get("/api/hand/1").json()["steps"] == []
    assert client.get("/api/hand/1/1").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "hand/2/1",
        "hand/1/0",
        "hand/1/99999",
        "hand/-1",
        "hand/x/1",
        "hand/²",
        "hand/" + "9" * 5000,
        "hand/1/²",
    ],
)
def test_a_step_that_there_is_not(make, path):
    client = make()
    log_in(client, "viewer")
    assert client.get(f"/api/{path}").status_code == 404


def test_looking_back_is_no_faster_than_hands_can(make):
    client = make(now=lambda: 1000.0)
    log_in(client, "viewer")
    seen = [client.get("/api/hand/7").status_code for _ in range(41)]
    assert seen == [200] * 40 + [429]

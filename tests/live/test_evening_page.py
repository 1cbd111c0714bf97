"""The evening's charts are for floor and producer, and only where records are kept."""

import pytest
from starlette.testclient import TestClient

from host_tools.live.doors import Doors
from host_tools.live.evening import evening_route
from host_tools.live.feed import Feed, Hub
from host_tools.live.roles import FLOOR, PRODUCER, ROLES
from host_tools.live.server import Server

HERE = "http://127.0.0.1"


def client(draw):
    doors = Doors(None)
    server = Server(Hub({role: Feed() for role in ROLES}), None, doors, {}, more=[evening_route(doors, draw)])
    return TestClient(server.app, base_url=HERE, headers={"origin": HERE})


@pytest.mark.parametrize("role", ROLES)
def test_who_sees_the_evening(role):
    asked = client(lambda: "<svg/>")
    assert asked.get("/api/evening").status_code == 401
    asked.post("/api/login", json={"role": role, "who": "Ana", "password": ""})
    answer = asked.get("/api/evening")
    assert answer.status_code == (200 if role in (FLOOR, PRODUCER) else 403)
    if answer.status_code == 200:
        assert (answer.text, answer.headers["content-type"]) == ("<svg/>", "image/svg+xml")


def test_without_records_there_is_one_line():
    asked = client(None)
    asked.post("/api/login", json={"role": FLOOR, "who": "Ana", "password": ""})
    answer = asked.get("/api/evening")
    assert (answer.status_code, "--record" in answer.json()["error"]) == (404, True)

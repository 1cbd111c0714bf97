"""The server attacked: every forbidden call, wrong pages, wrong hosts, paths, bodies, tokens, cookies, guesses."""

import json
from concurrent.futures import Future

import pytest
from starlette.testclient import TestClient

from host_tools.live.desk import Refused
from host_tools.live.doors import Doors, hashed
from host_tools.live.feed import Feed, Hub
from host_tools.live.guard import HEADERS
from host_tools.live.roles import CALLS, PRODUCER, ROLES
from host_tools.live.server import MAX_BODY, PAGE, Server

HERE = "http://127.0.0.1"
PASSWORDS = {role: f"{role} of the house" for role in ROLES}
HASHES = {role: hashed(word) for role, word in PASSWORDS.items()}


class Desk:
    """Takes every call and remembers it; the call 'fault' is refused."""

    def __init__(self):
        self.asked = []

    def ask(self, call, args, who):
        self.asked.append((call, args, who))
        future = Future()
        if call == "fault":
            future.set_exception(Refused("no such fault"))
        else:
            future.set_result("done")
        return future

    def way(self, about, role):
        return {"about": about, "role": role} if about == "verdict-1" else None


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture
def make(desk):
    """`make(passwords)`: a client of a new server."""

    def made(passwords=None, bound="127.0.0.1"):
        hub = Hub({role: Feed() for role in ROLES})
        server = Server(hub, desk, Doors(passwords), {"board": "casino_11"}, bound)
        return TestClient(server.app, base_url=HERE, headers={"origin": HERE})

    return made


def log_in(client, role, password=""):
    answer = client.post("/api/login", json={"role": role, "who": "Ana", "password": password})
    assert answer.status_code == 200, answer.text
    return {"x-railbird-token": client.get("/api/me").json()["token"]}


def do(client, token, call="declare", args=None, **more):
    return client.post("/api/do", json={"call": call, "args": args or {}}, headers={**token, **more})


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("call", CALLS)
def test_each_role_may_make_its_calls_and_no_other(make, desk, role, call):
    client = make()
    answer = do(client, log_in(client, role), call)
    if role in CALLS[call]:
        assert answer.status_code == (409 if call == "fault" else 200)
        assert desk.asked == [(call, {}, "Ana")]
    else:
        assert answer.status_code == 403
        assert desk.asked == []


@pytest.mark.parametrize("call", CALLS)
def test_who_is_not_logged_in_may_do_nothing(make, desk, call):
    client = make()
    assert do(client, {}, call).status_code == 401
    for path in ("/api/events", "/api/felt", "/api/way/verdict-1"):
        assert client.get(path).status_code == 401
    assert desk.asked == []


def test_no_role_outside_the_table_of_roles(make):
    client = make()
    for role in ("admin", "", "__class__", "VIEWER"):
        assert client.post("/api/login", json={"role": role, "who": "x", "password": ""}).status_code == 403


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "http://127.0.0.1:81", "http://127.0.0.1.evil.example", "null", "", None],
)
def test_a_call_from_another_page_is_refused(make, desk, origin):
    client = make()
    token = log_in(client, "floor")
    del client.headers["origin"]
    headers = {} if origin is None else {"origin": origin}
    assert do(client, token, "rule", **headers).status_code == 403
    assert (
        client.post("/api/login", json={"role": "floor", "password": ""}, headers=headers).status_code == 403
    )
    assert client.post("/api/logout", json={}, headers={**token, **headers}).status_code == 403
    assert desk.asked == []
    assert do(client, token, "rule", origin=HERE).status_code == 200


def test_a_browser_that_says_it_comes_from_elsewhere_is_believed(make, desk):
    client = make()
    token = log_in(client, "floor")
    for site in ("cross-site", "same-site", "none"):
        assert do(client, token, "rule", **{"sec-fetch-site": site}).status_code == 403
    assert desk.asked == []


@pytest.mark.parametrize("host", ["evil.example", "railbird.evil.example:8765", "", "127.0.0.1.evil.example"])
def test_a_name_that_leads_here_from_elsewhere_is_refused(make, host):
    """A page whose own name is made to lead to the loopback has that name as origin and as host."""
    client = make()
    told = {"host": host, "origin": f"http://{host}"}
    assert client.get("/api/me", headers=told).status_code == 403
    assert client.post("/api/login", json={"role": "floor", "password": ""}, headers=told).status_code == 403


def test_a_call_without_its_token_is_refused(make, desk):
    client = make()
    token = log_in(client, "dealer")
    assert do(client, {}).status_code == 403
    assert do(client, {"x-railbird-token": "guess"}).status_code == 403
    assert desk.asked == []
    assert do(client, token).status_code == 200


def test_a_form_of_another_page_cannot_make_a_call(make, desk):
    client = make()
    token = log_in(client, "dealer")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = client.post("/api/do", content='{"call":"declare"}', headers={**token, "content-type": kind})
        assert answer.status_code == 403
    assert desk.asked == []


def test_the_cookie_of_a_session_is_worth_nothing_after_the_log_out(make, desk):
    client = make()
    token = log_in(client, "floor")
    kept = client.cookies["railbird"]
    assert client.post("/api/logout", json={}, headers=token).status_code == 200
    client.cookies.clear()
    client.cookies.set("railbird", kept)
    assert client.get("/api/me").json()["role"] is None
    assert client.get("/api/felt").status_code == 401
    assert do(client, token, "rule").status_code == 401
    assert desk.asked == []


def test_a_log_in_ends_the_session_before_it(make):
    client = make()
    log_in(client, "viewer")
    before = client.cookies["railbird"]
    log_in(client, "producer")
    assert client.cookies["railbird"] != before
    client.cookies.clear()
    client.cookies.set("railbird", before)
    assert client.get("/api/me").json()["role"] is None


def test_the_cookie_is_kept_from_scripts_and_other_sites(make):
    client = make()
    answer = client.post("/api/login", json={"role": "viewer", "who": "", "password": ""})
    said = answer.headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said
    assert "path=/" in said


@pytest.mark.parametrize("role", ROLES)
def test_each_role_has_a_password_of_its_own(make, role):
    client = make(HASHES)
    for other, word in PASSWORDS.items():
        if other != role:
            answer = client.post("/api/login", json={"role": role, "who": "", "password": word})
            assert answer.status_code == 403
    log_in(client, role, PASSWORDS[role])


def test_guessing_a_password_is_stopped(make):
    client = make(HASHES)
    seen = [
        client.post("/api/login", json={"role": "floor", "who": "", "password": f"guess {n}"}).status_code
        for n in range(8)
    ]
    assert seen == [403] * 5 + [429] * 3
    right = {"role": "floor", "who": "", "password": PASSWORDS["floor"]}
    assert client.post("/api/login", json=right).status_code == 429, "the right one as well"


def test_calls_come_no_faster_than_hands_can(make, desk):
    client = make()
    token = log_in(client, "dealer")
    seen = [do(client, token).status_code for _ in range(60)]
    assert seen.count(429) >= 10
    assert len(desk.asked) == seen.count(200) <= 45


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/..%2fserver.py",
        "/page/%2e%2e/%2e%2e/doors.py",
        "/page/..%5cserver.py",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/index.html%00.js",
        "/page/",
        "/page/main.js/",
        "/page/__init__.py",
        "/server.py",
    ],
)
def test_no_path_leads_out_of_the_page(make, path):
    answer = make().get(path, follow_redirects=False)
    assert answer.status_code in (307, 404)
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_every_file_of_the_page_is_served_with_its_type(make):
    client = make()
    for path in PAGE.iterdir():
        answer = client.get(f"/page/{path.name}")
        assert answer.status_code == 200
        assert answer.content == path.read_bytes()
        assert answer.headers["content-type"].split(";")[0] in (
            "text/html",
            "text/javascript",
            "text/css",
            "image/svg+xml",
        )


def test_a_body_too_long_is_refused_whole_or_in_pieces(make, desk):
    client = make()
    token = log_in(client, "dealer")
    kind = {"content-type": "application/json"}
    long = b'{"call":"declare","args":{"x":"' + b"a" * MAX_BODY + b'"}}'
    assert client.post("/api/do", content=long, headers={**token, **kind}).status_code == 413
    pieces = (long[at : at + 500] for at in range(0, len(long), 500))
    assert client.post("/api/do", content=pieces, headers={**token, **kind}).status_code == 413
    assert desk.asked == []


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        "5",
        '"declare"',
        "{",
        "{}",
        '{"call":5}',
        '{"call":"_receive"}',
        '{"call":"__init__"}',
        '{"call":["declare"]}',
        '{"call":"declare","args":[]}',
        '{"call":"declare","args":null}',
        "[" * 2000,
        "\ud800".encode("utf-8", "surrogatepass"),
    ],
)
def test_a_body_that_makes_no_sense_is_one_line_and_no_call(make, desk, body):
    client = make()
    token = log_in(client, "dealer")
    answer = client.post("/api/do", content=body, headers={**token, "content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"].count("\n") == 0
    assert desk.asked == []


@pytest.mark.parametrize("text", ["a\ud800b", "a\nb", "\x1b[2J", "\0"])
@pytest.mark.parametrize("args", [{"why": ...}, {"event": ["sit", ..., 2]}, {"a": {"b": [...]}}, {...: 1}])
@pytest.mark.parametrize("call", ["session", "settle", "rule", "log", "name"])
def test_no_text_of_a_call_is_what_cannot_be_printed(make, desk, call, args, text):
    client = make()
    token = log_in(client, next(iter(CALLS[call])))
    written = json.dumps(
        {"call": call, "args": {str(key): value for key, value in args.items()}}, default=str
    )
    body = written.replace("Ellipsis", json.dumps(text)[1:-1])
    answer = client.post("/api/do", content=body, headers={**token, "content-type": "application/json"})
    assert (answer.status_code, answer.json()) == (400, {"error": "expected texts that can be printed"})
    assert desk.asked == []


@pytest.mark.parametrize("name", ["role", "who", "password"])
def test_nobody_logs_in_under_a_name_that_is_no_utf_8(make, name):
    client = make(HASHES)
    body = {"role": "floor", "who": "Ana", "password": PASSWORDS["floor"]} | {name: "\ud800"}
    headers = {"content-type": "application/json"}
    assert client.post("/api/login", content=json.dumps(body), headers=headers).status_code == 400
    assert client.get("/api/me").json()["role"] is None


@pytest.mark.parametrize("host", ["[", "[::1", "[x]"])
@pytest.mark.parametrize("bound", ["127.0.0.1", "0.0.0.0"])
def test_a_host_or_an_origin_that_is_none_is_refused(make, host, bound):
    client = make(bound=bound)
    headers = {"content-type": "application/json", "origin": f"http://{host}"}
    assert client.post("/api/login", content="{}", headers=headers).status_code == 403
    assert client.get("/api/me", headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "about", ["verdict-²", "card-seat_3-²", "verdict-" + "9" * 5000, "verdict-%ED%A0%80"]
)
def test_a_way_of_no_number_is_not_there(make, about):
    client = make()
    log_in(client, "floor")
    assert client.get(f"/api/way/{about}").status_code == 404


def test_what_the_desk_refuses_comes_back_in_its_words(make):
    client = make()
    answer = do(client, log_in(client, "floor"), "fault")
    assert (answer.status_code, answer.json()) == (409, {"error": "no such fault"})


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/page/none", "/api/me", "/api/felt", "/nowhere"])
def test_every_answer_forbids_scripts_of_others_and_frames(make, path):
    headers = make().get(path).headers
    for name, value in HEADERS.items():
        assert headers[name] == value
    assert "unsafe" not in headers["content-security-policy"]


def test_the_page_holds_no_script_and_no_style_of_its_own():
    text = (PAGE / "index.html").read_text()
    assert text.count("<script") == text.count('<script type="module" src="/page/')
    assert "<style" not in text
    assert " style=" not in text
    assert " onclick=" not in text
    for path in PAGE.iterdir():
        assert "http://" not in path.read_text().replace("http://www.w3.org/", "")
        assert "https://" not in path.read_text()


def test_without_passwords_no_name_but_the_loopbacks_is_served(make):
    assert make().get("/api/me").json()["open"] is True
    assert make(HASHES, "0.0.0.0").get("/api/me", headers={"host": "table.example"}).json()["open"] is False


def test_a_way_is_asked_for_in_the_callers_role(make):
    client = make()
    for role in ("floor", PRODUCER):
        log_in(client, role)
        assert client.get("/api/way/verdict-1").json() == {"about": "verdict-1", "role": role}
        assert client.get("/api/way/verdict-2").status_code == 404

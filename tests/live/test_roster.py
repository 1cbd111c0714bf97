"""Names and photos: what is taken, what is refused, and that no name leads out of the folder."""

import json

import pytest

from host_tools.live import roster
from host_tools.live.roster import Player, RosterError, load_roster

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
JPEG = b"\xff\xd8\xff\xe0" + bytes(40)
WEBP = b"RIFF" + bytes(4) + b"WEBP" + bytes(40)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "house").mkdir()
    for file, data in (("ana.png", PNG), ("ben.jpg", JPEG), ("cleo.webp", WEBP)):
        (tmp_path / "house" / file).write_bytes(data)
    (tmp_path / "outside.png").write_bytes(PNG)
    return tmp_path / "house"


def told(folder, players):
    path = folder / "players.json"
    path.write_text(players if isinstance(players, str) else json.dumps(players))
    return load_roster(path)


def test_names_and_photos_of_each_kind(folder):
    found = told(
        folder,
        {
            "1": {"name": "Ana Lopes", "photo": "ana.png"},
            "4": {"name": "Ben", "photo": "ben.jpg"},
            "11": {"name": "Cléo", "photo": "cleo.webp"},
        },
    )
    assert found.seat(1) == Player("Ana Lopes", "ana.png")
    assert found.seat(2) == Player("Seat 2")
    assert found.photos["ana.png"] == (PNG, "image/png")
    assert [kind for _, kind in found.photos.values()] == ["image/png", "image/jpeg", "image/webp"]


def test_who_sits_down_is_called_so_unless_the_producer_says_otherwise(folder):
    found = told(folder, {"4": {"name": "Ben", "photo": "ben.jpg"}})
    found.seated([(2, "Ann Bell"), (4, "B. Okafor"), (7, "G" * 60)])
    assert [found.seat(seat) for seat in (1, 2, 4)] == [
        Player("Seat 1"),
        Player("Ann Bell"),
        Player("Ben", "ben.jpg"),
    ]
    assert found.seat(7) == Player("G" * 40)
    found.call(2, "The Bell")
    found.seated([(2, "Ann Bell")])  # seat 4 sits this hand out
    assert (found.seat(2), found.seat(4)) == (Player("The Bell"), Player("Ben", "ben.jpg"))
    found.seated([(2, "Cy"), (4, "B. Okafor")])
    assert (found.seat(2), found.seat(4)) == (Player("Cy"), Player("Ben", "ben.jpg"))
    found.call(4, "")
    assert found.seat(4) == Player("B. Okafor")


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ("", "Expecting"),
        ("[" * 9000, "players.json"),
        ("[]", "SEAT"),
        ({"0": {"name": "x"}}, "seat '0'"),
        ({"12": {"name": "x"}}, "seat '12'"),
        ({"two": {"name": "x"}}, "seat 'two'"),
        ({"²": {"name": "x"}}, "seat"),
        ({"1": "Ana"}, "a name and a photo"),
        ({"1": {"name": "Ana", "stack": 5}}, "a name and a photo"),
        ({"1": {"name": "a" * 41}}, "40 letters"),
        ({"1": {"name": "Ana\nBen"}}, "40 letters"),
        ({"1": {"name": 5}}, "40 letters"),
        ({"1": {"name": "Ana", "photo": 5}}, "file name"),
        ({"1": {"name": "Ana", "photo": "none.png"}}, "beside the list"),
        ({"1": {"name": "Ana", "photo": "../outside.png"}}, "beside the list"),
        ({"1": {"name": "Ana", "photo": "/etc/passwd"}}, "beside the list"),
        ({"1": {"name": "Ana", "photo": "players.json"}}, "PNG, JPEG or WebP"),
        ({"1": {"name": "Ana", "photo": "."}}, "beside the list"),
    ],
)
def test_what_is_none_is_refused_in_one_line(folder, players, why):
    with pytest.raises(RosterError, match=why) as caught:
        told(folder, players)
    assert "\n" not in str(caught.value)


def test_a_link_out_of_the_folder_and_a_photo_too_large_are_refused(folder, monkeypatch):
    (folder / "link.png").symlink_to(folder.parent / "outside.png")
    with pytest.raises(RosterError, match="beside the list"):
        told(folder, {"1": {"name": "Ana", "photo": "link.png"}})
    monkeypatch.setattr(roster, "PHOTO", len(PNG) - 1)
    with pytest.raises(RosterError, match="at most"):
        told(folder, {"1": {"name": "Ana", "photo": "ana.png"}})


def test_the_producer_calls_somebody_by_another_name(folder):
    found = told(folder, {"1": {"name": "Ana", "photo": "ana.png"}})
    found.call(4, "Ben", "ana.png")
    assert found.seat(4) == Player("Ben", "ana.png")
    found.call(4, "")
    assert found.seat(4) == Player("Seat 4")
    for seat, name, photo in (
        (0, "x", ""),
        (True, "x", ""),
        ("1; drop", "x", ""),
        (1, "x", "ben.jpg"),
        (1, None, ""),
    ):
        with pytest.raises(RosterError):
            found.call(seat, name, photo)
    assert found.seat(1) == Player("Ana", "ana.png")

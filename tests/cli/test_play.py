"""Play mode as a user runs it: provisioning, a simulated table, its log."""

import json
import stat

import pytest


def test_provision_writes_two_files_for_their_owner_and_never_again(railbird, tmp_path):
    done = railbird("provision", "table-7", "--out", str(tmp_path / "keys"))
    assert done.returncode == 0, done.stderr
    identity = (tmp_path / "keys/identity.bin").read_bytes()
    key = json.loads((tmp_path / "keys/table.key").read_text())
    assert len(identity) == 104
    assert identity[:8] == b"table-7\0"
    assert identity[8:40].hex() == key["secret"]
    assert identity[40:72] != identity[8:40]
    assert identity[72:] == bytes(32)
    assert "audit" not in key
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "keys").iterdir()} == {0o600}
    again = railbird("provision", "table-7", "--out", str(tmp_path / "keys"))
    assert again.returncode == 2
    assert again.stderr == f"railbird: {tmp_path}/keys/identity.bin is there already\n"
    other = railbird("provision", "table-7", "--out", str(tmp_path / "more"), "--audit")
    assert other.returncode == 0
    assert (tmp_path / "more/identity.bin").read_bytes()[72:].hex() == json.loads(
        (tmp_path / "more/table.key").read_text()
    )["audit"]


@pytest.mark.parametrize("there", ["identity.bin", "table.key"])
def test_provision_writes_both_files_or_neither(refused, tmp_path, there):
    (tmp_path / there).write_text("another table's")
    assert refused("provision", "B", "--out", str(tmp_path)) == (
        f"railbird: {tmp_path}/{there} is there already\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "another table's"


def test_provision_where_no_folder_can_be(refused, tmp_path):
    (tmp_path / "file").write_text("")
    assert "file" in refused("provision", "B", "--out", str(tmp_path / "file" / "keys"))


@pytest.mark.parametrize("name", ["", "a name too long", "a\nb"])
def test_provision_refuses_what_is_no_id(refused, name, tmp_path):
    assert "is no id of a table" in refused("provision", name, "--out", str(tmp_path))


@pytest.fixture(scope="module")
def night(railbird, tmp_path_factory):
    """Two hands in play mode, and their log."""
    folder = tmp_path_factory.mktemp("night") / "log"
    done = railbird(
        "simulate", "--hands", "2", "--seats", "4", "--seed", "3", "--target", "cpython", "--play", "--json",
        "--log", str(folder),
    )  # fmt: skip
    return done, folder


def test_hands_in_play_mode_end_as_they_were_dealt(night):
    done, _ = night
    figures = json.loads(done.stdout)
    assert done.returncode == 0, figures
    assert figures["hands"] == 2
    assert (figures["cards_missed"], figures["cards_wrong"], figures["stack_mismatches"]) == (0, 0, 0)
    assert (figures["seal_problems"], figures["frames_distrusted"], figures["commands_refused"]) == ([], 0, 0)


def verify(railbird, folder, log="log.bin"):
    return railbird(
        "log", "verify", str(folder / log), "--anchors", str(folder / "anchors.txt"), "--key", str(folder / "table.key")
    )  # fmt: skip


def test_its_log_is_as_the_table_wrote_it_and_every_spoiled_one_is_not(railbird, night):
    _, folder = night
    done = verify(railbird, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("as the table wrote them\n")
    log = (folder / "log.bin").read_bytes()
    spoiled = {
        "removed": log[: 16 * 19] + log[16 * 20 :],
        "changed": log[: 16 * 19 + 10] + bytes((log[16 * 19 + 10] ^ 1,)) + log[16 * 19 + 11 :],
        "moved": log[: 16 * 19] + log[16 * 20 : 16 * 21] + log[16 * 19 : 16 * 20] + log[16 * 21 :],
    }
    for what, text in spoiled.items():
        (folder / "spoiled.bin").write_bytes(text)
        done = verify(railbird, folder, "spoiled.bin")
        assert (done.returncode, done.stdout) == (1, f"record 20 was {what}\n")
    (folder / "spoiled.bin").write_bytes(log[: -16 * 5])
    assert verify(railbird, folder, "spoiled.bin").returncode == 1


def test_a_log_cut_inside_a_record_names_it_unless_one_before_it_is_bad(railbird, night):
    _, folder = night
    log = (folder / "log.bin").read_bytes()
    for text, said in (
        (log[: 16 * 19 + 5], "record 20 was cut\n"),
        (log + bytes(3), f"record {len(log) // 16 + 1} was cut\n"),
        (log[:5], "record 1 was cut\n"),
        (bytes((log[0] ^ 1,)) + log[1 : 16 * 19 + 5], "record 1 was changed\n"),
    ):
        (folder / "spoiled.bin").write_bytes(text)
        done = verify(railbird, folder, "spoiled.bin")
        assert (done.returncode, done.stdout) == (1, said)


def test_a_log_is_its_owners_alone(night):
    _, folder = night
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for name in ("log.bin", "anchors.txt", "table.key"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_log_verify_refuses_files_that_are_none(refused, night, tmp_path):
    _, folder = night
    (tmp_path / "odd").write_bytes(b"1 1 \xff\n")
    (tmp_path / "empty").write_text("")
    log, heads, key = (str(folder / name) for name in ("log.bin", "anchors.txt", "table.key"))
    odd = str(tmp_path / "odd")
    assert "line 1 of the anchors" in refused("log", "verify", log, "--anchors", odd, "--key", key)
    assert "has no anchor" in refused(
        "log", "verify", log, "--anchors", str(tmp_path / "empty"), "--key", key
    )
    assert "is no key of a table" in refused("log", "verify", log, "--anchors", heads, "--key", heads)


def test_play_and_log_refuse_what_they_do_not_go_with(refused):
    assert "--play: expected without --mistakes" in refused("simulate", "--play", "--mistakes", "0.5")
    assert "--log: expected with --play" in refused("simulate", "--log", "somewhere", "--hands", "1")

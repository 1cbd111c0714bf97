"""`railbird bench soak`, `fuzz` and `scan`: bad input is one line and ends with status 2."""

import json
import sys

import pytest

from host_tools.bench import fuzz
from host_tools.cli import main


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["soak", "--hours", "0"], "--hours 0: expected more than 0, at most 1000"),
        (["soak", "--hours", "nan"], "--hours nan: expected more than 0"),
        (["soak", "--workers", "0"], "--workers"),
        (["fuzz", "--inputs", "1"], "--inputs"),
        (["scan", "--profile", "slow"], "--profile slow: expected one of low, mid, high"),
        (["scan", "--factor", "3"], "--factor 3.0: expected one of 1.0, 2.0, 4.0"),
        (["scan", "--dead", "2"], "--dead 2: expected one of 0, 1, 5"),
        (["scan", "--kind", "asleep"], "--kind asleep: expected one of nack, mute, zombie, clock"),
        (["scan", "--cards", "3"], "--cards 3: expected one of 1, 2, 4"),
        (["scan", "--board", "nowhere"], "board nowhere: expected one of"),
        (["scan", "--baselines", "--profile", "slow"], "--profile slow: expected one of"),
    ],
)
def test_bad_input_is_one_line(refused, args, said):
    assert said in refused("bench", *args)


def test_a_file_is_no_folder_to_keep_shards_in(refused, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    assert "expected a folder" in refused("bench", "soak", "--keep", str(file))


@pytest.mark.parametrize(("crashes", "status"), [(0, None), (3, 1)])
def test_what_a_command_found_is_the_exit_status(monkeypatch, capsys, crashes, status):
    figures = {"inputs": 9, "crashes": crashes, "hangs": 0, "inventions": 0, "targets": {}, "findings": []}
    monkeypatch.setattr(fuzz, "run", lambda *_: figures)
    monkeypatch.setattr(sys, "argv", ["railbird", "bench", "fuzz", "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == status
    assert json.loads(capsys.readouterr().out) == figures

"""What lies on a board's flash: compiled modules alone, without the names of constants."""

from pathlib import Path

import pytest

from host_tools.targets import stage as staging
from host_tools.targets.stage import StageError, folded, shortened, stage
from railbird_boards.schema import load


def test_flash_holds_mpy_files_and_the_two_that_start_them(tmp_path):
    stage(tmp_path, load("virtual_9"), b"tags", 3)
    sources = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.py")}
    assert sources == {"boot.py", "main.py"}
    modules = {path.relative_to(staging.FIRMWARE) for path in (staging.FIRMWARE / "railbird").rglob("*.py")}
    assert all((tmp_path / module.with_suffix(".mpy")).is_file() for module in modules)
    assert (tmp_path / "railbird_boards" / "virtual_9.mpy").is_file()


def test_no_name_of_a_constant_is_on_flash(tmp_path):
    stage(tmp_path, load("virtual_9"), b"", 3)
    for module in ("facts", "table", "commands", "rfid/presence"):
        code = (tmp_path / "railbird" / module).with_suffix(".mpy").read_bytes()
        assert b"OP_MISDEAL" not in code
        assert b"NO_ZONE" not in code


def test_a_run_from_source_has_the_sources_as_they_are(tmp_path):
    stage(tmp_path, load("virtual_9"), b"", 3, source=True)
    table = Path("railbird/table.py")
    assert (tmp_path / table).read_text() == (staging.FIRMWARE / table).read_text()


def test_what_does_not_compile_is_named(tmp_path, monkeypatch):
    def broken(texts):
        return shortened(texts) | {Path("railbird/table.py"): "return = 1\n"}

    monkeypatch.setattr(staging, "shortened", broken)
    with pytest.raises(StageError, match=r"table\.py does not compile for MicroPython"):
        stage(tmp_path, load("virtual_9"), b"", 3)


def test_a_constant_that_cannot_be_folded_is_named():
    with pytest.raises(StageError, match=r"railbird\.b, line 2: ONE"):
        folded(
            {
                Path("railbird/a.py"): "ONE = const(1)\n",
                Path("railbird/b.py"): "from railbird.a import ONE\nONE = 2\n",
            }
        )

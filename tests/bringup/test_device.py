"""The one module that knows mpremote, against the prompt of a board on a pty."""

import hashlib

import pytest

from host_tools.bringup import FlashError, InputError
from host_tools.bringup.device import Device


@pytest.fixture
def device(board):
    one = Device(str(board.link))
    assert one.enter()
    yield one
    one.close()


def sha(data):
    return hashlib.sha256(data).hexdigest()


def test_bytes_of_all_kinds_arrive_in_new_folders(device):
    data = bytes(range(256)) * 20 + b"\x03\x04\x01"
    device.put("deep/er/file", data, sha(data))
    assert (
        device.run("print(open('deep/er/file','rb').read() == bytes(range(256)) * 20 + b'\\x03\\x04\\x01')")
        == b"True\n"
    )
    assert device.call("survey", ["file"])["slots"] == {}
    device.call("remove", "deep/er/file")
    assert device.run("import os\nprint(os.listdir('/'))") == b"[]\n"


def test_a_file_that_arrives_damaged_gets_no_name(device):
    device.put("kept", b"old", sha(b"old"))
    with pytest.raises(FlashError, match="kept did not arrive as it was sent"):
        device.put("kept", b"new", sha(b"other"))
    assert device.run("print(open('kept').read())") == b"old\n"


def test_what_the_board_says_of_an_exception_is_one_line(device):
    with pytest.raises(FlashError, match=r"^the board says: OSError: "):
        device.run("open('none')")


def test_a_board_that_goes_is_told_of(device, board):
    board.power_off()
    with pytest.raises(FlashError, match=r"the board has gone"):
        device.run("1")


@pytest.mark.usefixtures("device")
def test_one_port_has_one_user(board):
    with pytest.raises(InputError, match="there is no serial port that can be opened"):
        Device(str(board.link))

"""What the board behind a pty does before its prompt, as main.c of the rp2 port: mount the flash, boot.py, main.py.

Ctrl-C is the terminal's: armed while ISIG is set.
"""

import os
import sys

import clock
import machine
import micropython
import termios
from flash import mount

_ISIG = 1
_LFLAG = 3  # its place among the modes
_disarmed = termios.tcgetattr(0)
_armed = termios.tcgetattr(0)
_armed[_LFLAG] |= _ISIG


class Micropython:
    """The built-in module, but for the interrupt character."""


def kbd_intr(char):
    """Arm Ctrl-C (3) or let it through as a byte (-1)."""
    termios.tcsetattr(0, 0, _disarmed if char < 0 else _armed)  # now, and without a flush of what waits


def run(name):
    """Run a start-up file; its end, however it comes, is not the board's."""
    try:
        with open(name) as file:
            text = file.read()
    except OSError:
        return
    kbd_intr(3)
    try:
        exec(compile(text, name, "exec"), globals())
    except BaseException as error:  # noqa: BLE001 - SystemExit and Ctrl-C lead to the prompt as well
        sys.print_exception(error)
    kbd_intr(-1)


_shim = Micropython()
for _name in dir(micropython):
    setattr(_shim, _name, getattr(micropython, _name))
_shim.kbd_intr = kbd_intr
sys.modules["micropython"] = _shim
if machine.in_world():
    sys.modules["time"] = clock.Time()
    sys.modules["select"] = clock.Select()
_main = os.getenv("RAILBIRD_MAIN") == "1"
mount(os.getenv("RAILBIRD_IMAGE"), int(os.getenv("RAILBIRD_BLOCKS")), os.getenv("RAILBIRD_LOG"))
sys.path[:] = ["", ".frozen", "/lib"]
run("boot.py")
machine.tell("usb")
if _main:
    run("main.py")
clock.paced = False
kbd_intr(3)  # as the prompt finds it, so it is while a command runs

"""What main.py does after its first line: choose a slot, load what lies in it; and what is done when that ends.

Like slots.py it stands outside the slots. A flash without slots (a simulated table, files copied by hand) is run as it
lies. `settings.json` names the port and the board; `registry.bin` holds the enrolled cards, `chips.bin` the chips of a
table that has zones for them, `identity.bin` what makes it itself and puts it in play mode: these belong to the table,
not to a firmware, and lie outside the slots as well.
"""

import gc
import json
import os
import sys
import time

import micropython
import slots
from micropython import const

# What a running table asks of `serve`; railbird.app has the same numbers.
_SETTLED = const(0)
_EXPIRED = const(1)
_CONFIRM = const(2)
_MAINTENANCE = const(3)
_VISITED = const(4)

_TRIAL_MS = const(60_000)  # in which a host has to confirm a new firmware
_CTRL_C = const(3)
_SAY_MS = const(1000)


def table():
    """What main.py needs to run a table (`load`); None where the prompt is wanted: maintenance, or no firmware yet.

    Nothing of it is a function from here, which would keep this file and all its names in the heap.
    """
    try:
        state = slots.read()
    except ValueError:
        return _safe("the state of the slots is damaged")
    if state is None:
        return load("")
    import machine

    power_on = machine.reset_cause() == machine.PWRON_RESET
    if state["run"] is None:
        return _prompt("no firmware")
    if _flagged() or (power_on and _strapped(machine, state["strap"])):
        state["visited"] = True
        slots.write(state)
        return _prompt("maintenance, slot %s" % state["run"])
    sound = slots.begin(state, power_on)
    slots.write(state)
    if not sound:
        if state["play"]:
            _safe(state["why"])
        return _prompt("safe mode: " + state["why"])
    if not state["play"]:
        micropython.kbd_intr(_CTRL_C)
    sys.path.insert(0, state["run"])
    return load(state["run"] + "/")


def load(root):
    """`run` of the app in the folder `root`, its port, the board's name, registries of cards and chips, the identity of
    a table in play mode, version of the package. The watchdog watches from here on: loading can hang, too.
    """
    gc.threshold(8192)  # collect while modules load: what they leave behind must not lie between what stays
    with open(root + "settings.json") as file:
        settings = json.load(file)
    if "watchdog_ms" in settings:
        import machine

        machine.WDT(timeout=settings["watchdog_ms"])
    with open("registry.bin", "rb") as file:
        registry = file.read()
    chips = None
    if settings["chips"]:
        with open("chips.bin", "rb") as file:
            chips = module("railbird", "chips").Chips(file.read())
    identity = None
    if "identity.bin" in os.listdir():
        with open("identity.bin", "rb") as file:
            identity = file.read()
    run = module("railbird", "app").run
    port = module("railbird.port", settings["port"]).Port(settings)
    return run, port, settings["board"], registry, chips, identity, settings.get("version")


def module(package, name):
    """The module `package.name`; only the one a table needs is ever imported."""
    return __import__(package + "." + name, None, None, (name,))


def serve(op):
    """What a running table asks for. SETTLED: it has run well; how many milliseconds more a host may take to confirm
    it, 0 when it need not. EXPIRED: they are over. CONFIRM: a host has. MAINTENANCE: a host wants the prompt. VISITED:
    whether the prompt has been open since a table last asked.
    """
    state = slots.read()
    if op == _CONFIRM:
        slots.confirm(state)
    elif op == _MAINTENANCE:
        with open(slots.FLAG, "w"):
            pass
        reset()
    elif op == _VISITED:
        visited = state.get("visited", False)
        if visited:
            state["visited"] = False
            slots.write(state)
        return visited
    elif op == _SETTLED:
        slots.settle(state)
        return _TRIAL_MS if state["trial"] else 0
    elif state["trial"]:
        state["why"] = "no host confirmed slot %s" % state["run"]
        state["boots"] = slots.TRIES
        slots.write(state)
        reset()
    return 0


def over(error):
    """A table has ended by `error`, which the state keeps. Whether that leads to the prompt: only Ctrl-C, where it was
    armed."""
    state = slots.read()
    if isinstance(error, KeyboardInterrupt) and not state["play"]:
        return True
    state["why"] = "slot %s ended: %s" % (state["run"], repr(error)[:80])
    slots.write(state)
    return False


def reset():
    """As when power comes, but for the cause; never returns."""
    import machine

    machine.reset()


def _flagged():
    """Whether maintenance was asked for; once."""
    if slots.FLAG not in os.listdir():
        return False
    os.remove(slots.FLAG)
    return True


def _strapped(machine, gpio):
    return gpio is not None and machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP)() == 0


def _prompt(what):
    """Say why the prompt comes; None for main.py."""
    print("railbird:", what)
    micropython.kbd_intr(_CTRL_C)


def _safe(why):
    """Safe mode of a table that plays: it only talks. Nothing of a slot is loaded, nothing is read, nothing watches."""
    while True:
        print("railbird: safe mode:", why)
        time.sleep_ms(_SAY_MS)

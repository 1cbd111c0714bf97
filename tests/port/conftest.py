"""The real port of a MicroPython board, imported over a fake `machine`."""

import importlib
import os
import sys
import types
from pathlib import Path

import pytest

from host_tools.virtual.timing import MID
from tests.port.rig import Rig

FAKE = Path(__file__).parent / "fake"
FAKES = ("machine", "time", "select")
PORT = ("railbird.port.mcu", "railbird.port.mcu_parts")


class Serial:
    """sys.stdin and sys.stdout of a board: reading blocks until all is there, writing can say how much it took."""

    def __init__(self, rig):
        self._rig = rig
        self.buffer = self

    def readinto(self, buf):
        assert len(buf) <= len(self._rig.to_table), "it would block"
        buf[:] = self._rig.to_table[: len(buf)]
        del self._rig.to_table[: len(buf)]
        return len(buf)

    def write(self, buf, n):
        assert self._rig.reading, "it would block for half a second"
        self._rig.to_host += bytes(buf[:n])
        return n


@pytest.fixture
def modules(monkeypatch):
    """The port's modules and the fakes under them, by the last part of their names."""
    found = {}
    for name in (*FAKES, *PORT):
        monkeypatch.delitem(sys.modules, name, raising=False)
    for name in FAKES:
        module = types.ModuleType(name)
        found[name] = module
        monkeypatch.setitem(sys.modules, name, module)
        exec(compile((FAKE / f"{name}.py").read_text(), name, "exec"), vars(module))
    for name in PORT:
        found[name.rpartition(".")[2]] = importlib.import_module(name)
        monkeypatch.delitem(sys.modules, name)
    return found


@pytest.fixture
def connect(modules, monkeypatch, tmp_path):
    """connect(board, settings, timing...): (port, rig)."""

    def make(board, settings=None, timing=MID, **more):
        rig = Rig(board, timing, **more)
        modules["machine"].wire = rig
        serial = Serial(rig)
        mcu = modules["mcu"]
        monkeypatch.setattr(mcu, "sys", types.SimpleNamespace(stdin=serial, stdout=serial))
        monkeypatch.setattr(
            mcu, "gc", types.SimpleNamespace(collect=int, mem_alloc=lambda: 7, mem_free=lambda: 9)
        )
        monkeypatch.setattr(mcu, "os", os)
        monkeypatch.chdir(tmp_path)  # the board's file system
        for name in PORT:
            monkeypatch.setitem(sys.modules, name, modules[name.rpartition(".")[2]])
        return mcu.Port(settings or {}), rig

    return make

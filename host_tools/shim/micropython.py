"""What MicroPython's own module of this name gives to code that CPython imports as well."""

from typing import TypeVar

T = TypeVar("T")


def const(value: T) -> T:
    """A constant; MicroPython's compiler folds it, CPython just returns it."""
    return value

"""Who stands at the table and lays what the bench asks for: a person at the terminal, or a simulated hand."""

import select
import sys
from collections.abc import Mapping

from host_tools.bringup.simulated import Simulated
from host_tools.virtual.tag import Tag


class Person:
    """Prompts go to the terminal; what is typed is read without waiting."""

    def __init__(self, say: bool = True) -> None:
        self._say = say

    def lay(self, code: int, zone: str, words: str) -> None:  # noqa: ARG002 - a person goes by the words
        """Ask for a tag."""
        if self._say:
            print(words, file=sys.stderr)

    def lift(self) -> None:
        """A person takes it up unasked."""

    def typed(self) -> str | None:
        """A line that was typed since, None where there is none."""
        if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
            return None
        return sys.stdin.readline().strip()

    def confirm(self, words: str) -> str:
        """Wait for a line: Ctrl-D is as good as "q"."""
        print(words, file=sys.stderr, end=" ", flush=True)
        line = sys.stdin.readline()
        return line.strip() if line else "q"


class Hand:
    """A hand in the world that has the tag of each code."""

    def __init__(self, world: Simulated, uids: Mapping[int, bytes]) -> None:
        self._world = world
        self._uids = uids
        self._tag: Tag | None = None

    def lay(self, code: int, zone: str, words: str) -> None:  # noqa: ARG002 - a hand goes by the code
        """Lay the tag down, and nothing else from the hand."""
        self.lift()
        self._tag = Tag(self._uids[code])
        with self._world.parts.felt() as world:
            world.antenna(zone).place(self._tag)

    def lift(self) -> None:
        """Take it up."""
        with self._world.parts.felt() as world:
            if self._tag is not None and self._tag.place is not None:
                world.antenna(self._tag.place).remove(self._tag)
        self._tag = None

    def typed(self) -> str | None:
        """A hand types nothing."""
        return None

    def confirm(self, words: str) -> str:  # noqa: ARG002
        """It has done what it was asked."""
        return ""

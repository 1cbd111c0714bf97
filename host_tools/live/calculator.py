"""Odds that are worked out beside everything else."""

from collections.abc import Callable
from functools import partial
from threading import Condition, Thread

from host_tools.live.equity import Answer, Question, answer


class Calculator:
    """Works out odds in a thread of its own, for the last question alone; `ready` is called when it has."""

    def __init__(self, ready: Callable[[], None]) -> None:
        self._ready = ready
        self._news = Condition()
        self._asked: Question | None = None
        self._found: tuple[Question, Answer] | None = None
        self._stopping = False
        self._thread = Thread(target=self._run, name="odds", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._news:
            self._stopping = True
            self._news.notify()

    def ask(self, asked: Question | None) -> Answer | None:
        """The odds, if this is what was worked out last; else they will come."""
        with self._news:
            found = self._found
            if asked != self._asked:
                self._asked = asked
                self._news.notify()
        return found[1] if found is not None and found[0] == asked else None

    def _run(self) -> None:
        done: Question | None = None
        while True:
            with self._news:
                while not self._stopping and self._asked in (None, done):
                    self._news.wait()
                asked = self._asked
            if self._stopping or asked is None:
                return
            found = answer(asked, stop=partial(self._overtaken, asked))
            if found is not None:
                done = asked
                with self._news:
                    self._found = asked, found
                self._ready()

    def _overtaken(self, asked: Question) -> bool:
        return self._stopping or self._asked != asked

"""A server that is killed at random moments under load loses nothing that it has acknowledged.

A process records hands as fast as it can and says on a pipe what the table may forget, as its acknowledgements would.
"""

import os
import random
import select as system
import signal
import time
from collections.abc import Callable

import pytest
from sqlalchemy import text

from host_tools.engine.phh import parse_text
from host_tools.records import models
from host_tools.records.store import open_store

KILLS = {"sqlite": 40, "postgresql": 12}
FACTS_PER_HAND = 7  # the hand, four cards, a fold, the end


def play_until_killed(url: str, first: int, seed: int, pipe: int, new_talk: Callable) -> None:
    """Hand after hand; the tracker knows what came before fact number `first`, the recorder hears the others. It keeps
    what it has heard after any fact.
    """
    rng = random.Random(seed)
    talk = new_talk(open_store(url, create=True), number=first - (first - 100) % FACTS_PER_HAND)
    say = talk.say

    def say_and_perhaps_keep(*args, **more) -> None:
        if talk.number == first and not talk.greeted:
            talk.greet()
        say(*args, **more)
        if talk.greeted and rng.random() < 0.4:
            talk.recorder.keep()
            os.write(pipe, talk.number.to_bytes(8, "little"))

    talk.say = say_and_perhaps_keep
    while True:
        talk.begin()
        talk.deal()
        talk.fold()


def killed(url: str, first: int, seed: int, new_talk: Callable) -> int:
    """Number of the first fact that was never acknowledged, after a run that was killed at some moment."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            play_until_killed(url, first, seed, writer, new_talk)
        finally:
            os._exit(1)  # only an error comes here
    os.close(writer)
    ready, _, _ = system.select([reader], [], [], 60)
    assert ready
    time.sleep(random.Random(seed).random() * 0.08)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, "the recorder ended by itself"
    told = b""
    while chunk := os.read(reader, 65536):
        told += chunk
    os.close(reader)
    return int.from_bytes(told[-8:], "little")


def check(url: str, acknowledged: int) -> tuple[int, int]:
    """Everything acknowledged is there, once, and every hand is whole; (facts, hands that ended)."""
    store = open_store(url)
    if url.startswith("sqlite"):
        assert [row[0] for row in store.rows(text("PRAGMA integrity_check"))] == ["ok"]  # type: ignore[arg-type]
    last = store.first(models.boots.select().order_by(models.boots.c.id.desc()))
    numbers = [row.number for row in store.rows(models.facts.select().where(models.facts.c.boot == last.id))]
    assert sorted(numbers) == list(range(100, 100 + len(numbers)))
    assert 100 + len(numbers) >= acknowledged
    hands = store.rows(models.hands.select().order_by(models.hands.c.id))
    assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
    for hand in hands:
        if hand.outcome == "complete":
            assert [kind for kind, *_ in hand.inputs] == ["blind", "blind", *["deal"] * 4, "fold", "award"]
            assert parse_text(hand.phh, "record").finishing_stacks == (99, 101)
        else:
            assert (hand.inputs, hand.phh) == (None, None)
    assert sum(hand.outcome == "" for hand in hands) <= 1
    ended = {row.hand for row in store.rows(models.dealer_log.select())}
    assert ended == {hand.number for hand in hands if hand.outcome == "complete"}
    store.close()
    return len(numbers), sum(hand.outcome == "complete" for hand in hands)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="left out: this system has no fork")
def test_a_server_killed_at_random_moments(url: str, new_talk) -> None:
    """The table tells again what was never acknowledged, and the host knows what of it it has."""
    open_store(url, create=True).close()
    first, kills = 100, KILLS[url.partition(":")[0]]
    for seed in range(kills):
        acknowledged = killed(url, first, seed, new_talk)
        assert acknowledged > first
        facts, hands = check(url, acknowledged)
        first = acknowledged
    assert facts > 2 * kills
    assert hands == facts // FACTS_PER_HAND

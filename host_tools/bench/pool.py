"""Several jobs at once, each in a process of its own that keeps to one processor core with the VM it starts."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from multiprocessing.synchronize import Lock
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


def results(work: Callable[[Job], Result], jobs: Iterable[Job], workers: int) -> Iterator[Result]:
    """What `work` makes of each job, as they are done. What it raises ends the rest."""
    if workers == 1:
        yield from map(work, jobs)
        return
    context = get_context("spawn")
    taken = context.Value("i", 0)
    with ProcessPoolExecutor(workers, context, _take_core, (taken, context.Lock())) as pool:
        try:
            for done in as_completed([pool.submit(work, job) for job in jobs]):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _take_core(taken: Any, lock: Lock) -> None:
    """Each worker takes the next core: a VM stays on its world's, and two worlds on one would only wait."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        with lock:
            mine = taken.value
            taken.value += 1
        os.sched_setaffinity(0, {cores[mine % len(cores)]})

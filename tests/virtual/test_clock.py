import pytest

from host_tools.virtual.clock import Clock


def test_events_run_in_time_order_and_ties_in_the_order_given():
    clock = Clock()
    log = []
    clock.at(30, lambda: log.append(("c", clock.now)))
    clock.at(10, lambda: log.append(("a", clock.now)))
    clock.at(10, lambda: log.append(("b", clock.now)))
    clock.at(31, lambda: log.append(("late", clock.now)))
    clock.advance_to(30)
    assert log == [("a", 10), ("b", 10), ("c", 30)]
    assert clock.now == 30
    assert clock.next_at == 31


def test_an_event_may_schedule_another_that_is_due_in_the_same_advance():
    clock = Clock()
    log = []
    clock.at(5, lambda: clock.after(5, lambda: log.append(clock.now)))
    clock.advance(20)
    assert log == [10]
    assert clock.next_at is None


def test_time_never_goes_back():
    clock = Clock()
    clock.advance(100)
    with pytest.raises(ValueError, match="99"):
        clock.advance_to(99)
    with pytest.raises(ValueError, match="99"):
        clock.at(99, lambda: None)
    assert clock.now == 100


@pytest.mark.parametrize("other_due", [True, False])
def test_an_event_cannot_advance_the_clock(other_due):
    clock = Clock()
    clock.at(5, lambda: clock.advance(10))
    if other_due:
        clock.at(7, lambda: None)
    with pytest.raises(RuntimeError, match="event"):
        clock.advance(50)


def test_a_process_sleeps_what_it_yields_and_ends():
    clock = Clock()
    log = []

    def steps():
        for delay in (100, 0, 50):
            log.append(clock.now)
            yield delay
        log.append(clock.now)

    clock.advance(7)
    process = clock.spawn(steps())
    assert log == []
    clock.advance(1000)
    assert log == [7, 107, 107, 157]
    assert not process.alive


def test_a_stopped_process_is_not_called_again():
    clock = Clock()
    log = []

    def steps():
        while True:
            log.append(clock.now)
            yield 10

    process = clock.spawn(steps())
    clock.advance(25)
    process.stop()
    clock.advance(100)
    assert log == [0, 10, 20]
    assert not process.alive

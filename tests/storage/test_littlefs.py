"""The journal on a real littlefs over the simulated flash: a full one, one that fails, and what hands cost."""

from errno import EIO

from host_tools.targets.local import Files
from host_tools.virtual.flash import Flash
from railbird import facts
from railbird.storage.journal import Journal
from railbird.storage.recovery import Recovery
from railbird.table import Table


def begun(files):
    journal = Journal(files)
    Recovery(journal, Table(lambda *_fact: None), 5)
    return journal, journal.keep(Table(lambda *_fact: None))


def inputs(flash):
    """What a start finds on this flash, with a littlefs of its own."""
    found = []
    journal = Journal(Files(flash))
    recovery = Recovery(journal, Table(lambda *_fact: None), 5)
    while recovery.step(lambda *record: found.append(record)):
        pass
    assert recovery.faults == 0
    return found


def stuff(files):
    """Fill the file system up with files of somebody else's."""
    number = 100
    while files.write(number, bytes(4096), 4096) == 0:
        number += 1


def test_a_flash_filled_up_by_others_still_takes_inputs():
    """The journal's folders are there, and a folder's log is written over in place."""
    flash = Flash(64)
    files = Files(flash)
    journal, error = begun(files)
    assert error == 0
    for n in range(160):  # every file of the ring is there
        journal.append(n, facts.SIGHT, 3, 51, 0)
        assert journal.flush() == 0
        if n % 40 == 39:
            journal.keep(Table(lambda *_fact: None))
    stuff(files)
    for n in range(160, 190):
        journal.append(n, facts.SIGHT, 3, 51, 0)
        assert journal.flush() == 0
    assert [record[0] for record in inputs(flash)] == list(range(161, 191))


def test_a_flash_full_from_the_first_takes_nothing_and_says_so():
    files = Files(Flash(64))
    stuff(files)
    journal, error = begun(files)
    assert error != 0
    journal.append(1, facts.SIGHT, 3, 51, 0)
    assert journal.flush() != 0
    assert (journal.last, journal.safe) == (1, 0)


def test_a_flash_that_fails_for_a_while_loses_nothing():
    flash = Flash(64)
    journal, _ = begun(Files(flash))
    for n in range(5):
        journal.append(n, facts.SIGHT, 3, 51, 0)
    flash.broken = True
    assert journal.flush() == EIO
    flash.broken = False
    assert journal.flush() == 0
    assert [record[0] for record in inputs(flash)] == [1, 2, 3, 4, 5]


def test_a_write_takes_two_hundred_bytes_and_seldom_an_erase():
    """40 inputs each put on flash by itself; the first round of the ring, which makes the folders, left out."""
    flash = Flash(64)
    journal, _ = begun(Files(flash))
    for n in range(240):
        if n == 200:
            before = sum(flash.erases), flash.programmed
        journal.append(n, facts.SIGHT, 3, 51, 0)
        assert journal.flush() == 0
        if n % 40 == 39:
            journal.keep(Table(lambda *_fact: None))
    assert sum(flash.erases) - before[0] <= 3
    assert (flash.programmed - before[1]) / 40 < 200

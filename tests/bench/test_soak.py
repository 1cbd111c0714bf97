"""The soak: its shards, going on with them, what one shard counts, and bad input."""

import json
from dataclasses import asdict
from random import Random

import pytest
import typer

from host_tools.bench import soak
from host_tools.bench.pool import results
from host_tools.cli.bench_soak import soak_command
from host_tools.simulation.table import TableError
from host_tools.virtual.faults import FAULTS
from host_tools.virtual.world import World
from railbird_boards.schema import load

S = 1_000_000


def figures(shard, **counts):
    """The figures of a shard as if it had been run."""
    quiet = dict.fromkeys((*soak.COUNTS, "heap_growth_bytes", "hands", "facts"), 0)
    return {
        "shard": asdict(shard),
        **quiet,
        "virtual_s": 900.0,
        "faults": {"mute": 1},
        "findings": [],
        **counts,
    }


@pytest.fixture
def played(monkeypatch):
    """Seeds of the shards that were run, none of them for real."""
    seeds = []

    def play(shard):
        seeds.append(shard.seed)
        return figures(shard, hands=10, heap_growth_bytes=8 * len(seeds))

    monkeypatch.setattr(soak, "play", play)
    return seeds


def run(hours, keep, seed=1):
    soak_command(hours=hours, seed=seed, workers=1, keep=keep, as_json=True)


def test_hours_are_cut_into_quarters_with_seeds_of_their_own():
    hour = soak.shards(1, 5)
    assert [shard.minutes for shard in hour] == [15, 15, 15, 15]
    assert len({shard.seed for shard in hour}) == 4
    assert [shard.minutes for shard in soak.shards(0.3, 5)] == [15, 3]
    assert soak.shards(24, 5)[:4] == hour
    assert {shard.seed for shard in soak.shards(1, 6)}.isdisjoint(shard.seed for shard in hour)


def test_finished_shards_are_not_run_again(played, tmp_path, capsys):
    run(0.5, tmp_path)
    run(1, tmp_path)
    assert played == [shard.seed for shard in soak.shards(1, 1)]
    total = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (total["hours"], total["shards"], total["hands"]) == (1, 4, 40)
    assert total["heap_growth_bytes"] == 32  # the worst shard's, not the sum
    assert total["faults"] == {"mute": 4}


@pytest.mark.parametrize("change", [{"build": "other"}, {"minutes": 3.0}], ids=["firmware", "length"])
def test_a_shard_of_other_firmware_or_length_is_run_again(played, tmp_path, change):
    (shard,) = soak.shards(0.25, 1)
    other = figures(shard)
    other["shard"] |= change
    soak.keep(tmp_path, other)
    run(0.25, tmp_path)
    assert played == [shard.seed]


def test_another_seed_keeps_its_shards_beside(played, tmp_path):
    run(0.25, tmp_path)
    run(0.25, tmp_path, seed=2)
    assert len(played) == 2
    assert len(list(tmp_path.iterdir())) == 2


def test_what_was_wrong_is_the_exit_status(monkeypatch, tmp_path):
    monkeypatch.setattr(soak, "play", lambda shard: figures(shard, missed_in_fault=3))
    run(0.25, tmp_path / "quiet")
    monkeypatch.setattr(soak, "play", lambda shard: figures(shard, false_lifts=1))
    with pytest.raises(typer.Exit) as ended:
        run(0.25, tmp_path / "loud")
    assert ended.value.exit_code == 1


def test_a_file_that_is_no_shard_is_bad_input(played, tmp_path):
    (shard,) = soak.shards(0.25, 1)
    (tmp_path / shard.file).write_text("{")
    with pytest.raises(TableError, match="expected a shard of a soak"):
        run(0.25, tmp_path)
    assert played == []


def test_a_shard_finds_the_reader_that_does_not_come_back(monkeypatch):
    """One reader is unplugged for good after the first hand; the others are back, and nothing else is wrong."""

    def unplug(world, _rng, _until):
        world.faults.set("unplugged", "rake")
        yield 0

    monkeypatch.setattr(soak, "_strikes", unplug)
    found = soak.play(soak.Shard(1, 0, 99, 0.0, "-"))
    assert found["lost_readers"] == 1
    assert [(one["kind"], one["zone"], one["faults"]) for one in found["findings"]] == [
        ("lost_reader", "rake", ("unplugged at rake",))
    ]
    assert found["faults"] == {"unplugged": 1}
    assert found["hands"] == 1
    assert abs(found["heap_growth_bytes"]) < 1024


def test_every_fault_strikes_somewhere_for_three_seconds():
    """The strikes of a quarter of an hour, without a table: four an hour of each fault, so each about once."""
    world = World(load(soak.BOARD))
    world.clock.spawn(soak._strikes(world, Random(1), 900 * S))
    world.clock.advance(910 * S)
    begun = {}
    for t_us, what, name, place in world.faults.log:
        if what == "set":
            begun[name, place] = t_us
        else:
            assert t_us - begun.pop((name, place)) == 3 * S
    assert begun == {}
    names = [name for _, what, name, _ in world.faults.log if what == "set"]
    assert len(FAULTS) * 0.6 < len(names) < len(FAULTS) * 1.4
    assert len(set(names)) >= len(FAULTS) * 0.6


def test_jobs_are_done_in_one_process_or_in_several():
    assert sorted(results(abs, [-3, 1, -2], 2)) == [1, 2, 3] == sorted(results(abs, [-3, 1, -2], 1))

"""Defects of records and benches."""

from tests.sabotage.defect import Defect

DEFECTS = (
    Defect(
        "the judge of a soak excuses a verdict though the card was read",
        "host_tools/bench/referee.py",
        "            and not self._was_reported(stay, t_us)\n",
        "",
        "tests/bench/test_referee.py::test_a_verdict_that_misses_a_card_which_a_fault_hid",
    ),
    Defect(
        "the judge of a soak calls the lift of a hidden card false",
        "host_tools/bench/referee.py",
        "        return still and not self._was_inaudible(fact.code, t_us - STILL_US - HIDDEN_US, t_us)\n",
        "        return still\n",
        "tests/bench/test_referee.py::test_a_lift_of_a_card_that_nobody_could_hear_is_not_false",
    ),
    Defect(
        "the judge of a soak excuses any lift during a fault",
        "host_tools/bench/referee.py",
        "        still = any(\n",
        "        still = not self.faults(words.zone_name(fact.zone), t_us) and any(\n",
        "tests/bench/test_referee.py::test_a_fault_that_hides_no_card_excuses_no_lift",
    ),
    Defect(
        "the fuzzing believes a chip whatever its checksum",
        "host_tools/bench/damage.py",
        "            and not sum(data) & 255\n",
        "",
        "tests/bench/test_fuzz.py::test_sound_answers_by_hand",
    ),
    Defect(
        "the published driver's user leaves the fields on",
        "host_tools/bench/baselines.py",
        "                if fields_off:\n",
        "                if not fields_off:\n",
        "tests/bench/test_scan.py::test_the_published_driver_reads_one_card_a_place_and_waits_at_the_empty_ones",
    ),
    Defect(
        "a fact that is told again is recorded again",
        "host_tools/records/recorder.py",
        "if number <= self._last:",
        "if number < self._last:",
        "tests/records/test_recorder.py::test_a_host_that_starts_again_ignores_what_it_has[sqlite]",
    ),
    Defect(
        "records of another schema are taken for ours",
        "host_tools/records/store.py",
        "    if version != SCHEMA:\n",
        "    if version is None:\n",
        "tests/records/test_store.py::test_a_stale_schema_is_refused[sqlite]",
    ),
    Defect(
        "a step goes on after its disk was full",
        "host_tools/records/store.py",
        "            self._failed = str(error)\n            self._connection.invalidate()",
        '            self._failed = ""',
        "tests/records/test_store.py::test_a_full_disk",
    ),
    Defect(
        "the decision about a verdict has no name",
        "host_tools/records/verdicts.py",
        "who, why = self._decider\n",
        'who, why = "", ""\n',
        "tests/records/test_recorder.py::test_a_verdict_with_its_decision[sqlite]",
    ),
    Defect(
        "facts of the step in the making are told again after a cut of the line",
        "host_tools/records/recorder.py",
        "        self._write_facts()\n        self.journal = ",
        "        self.journal = ",
        "tests/records/test_recorder.py::test_a_line_that_was_cut_in_the_middle_of_a_step[sqlite]",
    ),
    Defect(
        "a server that starts again replays what was taken back",
        "host_tools/records/night_book.py",
        "                declared.pop()\n",
        "                pass\n",
        "tests/live/test_port.py::test_a_hand_is_played_recorded_and_goes_on_over_a_new_server_in_its_middle",
    ),
)

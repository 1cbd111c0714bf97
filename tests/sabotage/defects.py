"""The known defects: where each is planted and which test it has to turn red."""

from typing import NamedTuple


class Defect(NamedTuple):
    """Replace `old`, which stands once in `file`, with `new`; `test` must fail then."""

    name: str
    file: str
    old: str
    new: str
    test: str


DEFECTS = (
    Defect(
        "skip the burn before the flop",
        "firmware/railbird/rules/games.py",
        '(("bccc", "left", 0)',
        '(("ccc", "left", 0)',
        "tests/rules/test_deal.py::test_the_places_in_their_order",
    ),
    Defect(
        "swap two seats: the button is dealt first",
        "firmware/railbird/rules/deal.py",
        "seat = button.next_seat(seats, seat)\n                        self._add(seat, turn, street)",
        "self._add(seat, turn, street)\n                        seat = button.next_seat(seats, seat)",
        "tests/table/test_hand.py::test_the_two_rounds_of_down_cards_go_clockwise_with_the_button_last",
    ),
    Defect(
        "count by number, not by identity",
        "firmware/railbird/rules/deck.py",
        "if not self._flags[code] & _COUNTED:",
        "if self._flags[code] != -1:",
        "tests/rules/test_deck.py::test_the_count_is_by_identity",
    ),
    Defect(
        "a card out of sight is taken for a fold",
        "firmware/railbird/table.py",
        "                self.deck.lift(code, zone)\n",
        "                self.deck.lift(code, zone)\n                self._fold(zone)\n",
        "tests/table/test_repair.py::test_a_peek_is_not_a_fold_and_not_a_second_card",
    ),
    Defect(
        "a misdeal moves the button",
        "firmware/railbird/table.py",
        "            self._over(facts.MISDEAL)\n",
        "            self._over(facts.MISDEAL)\n"
        "            self.button = button.next_seat(self.seats, self.button)\n",
        "tests/table/test_repair.py::test_a_misdeal_ends_the_hand_without_moving_the_button_or_holding_on",
    ),
    Defect(
        "the count is due a minute late",
        "firmware/railbird/count.py",
        "_OVERDUE_MS = const(900_001)",
        "_OVERDUE_MS = const(960_001)",
        "tests/table/test_count.py",
    ),
    Defect(
        "the journal forgets what was not acknowledged",
        "firmware/railbird/storage/journal.py",
        "        if self.pending() == self._capacity:\n            return 0\n",
        "        if self.pending() == self._capacity:\n            self.first += 1\n",
        "tests/storage/test_journal.py::test_it_is_a_queue_that_never_loses_what_is_not_acknowledged",
    ),
    Defect(
        "drop the acknowledgement of every fact",
        "host_tools/link/session.py",
        "            self._expected = (self._expected + 1) & 0xFFFF\n            self._ack_due = True\n",
        "            self._expected = (self._expected + 1) & 0xFFFF\n",
        "tests/host_link/test_session.py::test_facts_pass_in_order_and_are_acknowledged_by_the_next_poll",
    ),
    Defect(
        "a command sent again is carried out again",
        "firmware/railbird/link/session.py",
        "        if request == ((self._request + 1) & 255) and self.command is None:",
        "        if self.command is None:",
        "tests/host_link/test_torture.py",
    ),
    Defect(
        "the odd chips are lost",
        "host_tools/engine/awards.py",
        "        odd = min(unit, rest)\n",
        "        odd = 0\n",
        "tests/engine/test_pots.py::test_shares",
    ),
    Defect(
        "who folded may win the side pot",
        "host_tools/engine/pots.py",
        "if alive and part >= level",
        "if part >= level",
        "tests/engine/test_pots.py::test_folded_money_above_every_live_contribution_stays_in_the_pot",
    ),
    Defect(
        "the tracker takes the first word on a card for the last",
        "host_tools/tracker/tracker.py",
        "        self._cards[zone, nth] = card\n",
        "        self._cards.setdefault((zone, nth), card)\n        corrected = False\n",
        "tests/tracker/test_tracker.py::test_a_card_that_moves_leaves_its_first_place_open",
    ),
    Defect(
        "absent after one miss",
        "firmware/railbird/rfid/presence.py",
        "        if self._misses[s] >= _MISSES and self._tries[s] >= needed:",
        "        if self._misses[s] >= 1 or self._tries[s] >= needed:",
        "tests/simulation/test_zones.py::test_a_still_table_says_nothing_after_the_cards_are_known",
    ),
    Defect(
        "a reader in trouble is an empty zone",
        "firmware/railbird/rfid/scanner.py",
        "            presence.trouble(i)\n",
        "            presence.finish(i, True, 16)\n",
        "tests/simulation/test_zones.py::test_a_dead_reader_makes_its_zone_unknown_and_lifts_nothing",
    ),
    Defect(
        "a glimpse is a landing",
        "firmware/railbird/rfid/presence.py",
        "_LANDING_US = const(120000)",
        "_LANDING_US = const(0)",
        "tests/simulation/test_zones.py::test_a_card_that_crosses_an_antenna_is_no_landing",
    ),
    Defect(
        "MaxTg=2",
        "firmware/railbird/rfid/commands.py",
        'command(b"\\x4a\\x01\\x00")',
        'command(b"\\x4a\\x02\\x00")',
        "tests/rfid/test_driver.py::test_one_target_a_list_command_in_a_long_run",
    ),
    Defect(
        "one buffer for all readers",
        "firmware/railbird/rfid/chip.py",
        "        self._rx = bytearray(_LONGEST)",
        '        self._rx = globals().setdefault("one", bytearray(_LONGEST))',
        "tests/rfid/test_driver.py::test_two_readers_in_flight_share_nothing",
    ),
    Defect(
        "the channel of the other multiplexer is left open",
        "firmware/railbird/rfid/mux.py",
        "        elif current >= 0 and (",
        "        elif current < -9 and (",
        "tests/rfid/test_mux.py::test_control_register_byte_for_byte",
    ),
    Defect(
        "coupled antennas are on together",
        "firmware/railbird/rfid/scanner.py",
        "                return False\n            if self._rank[k] < rank",
        "                return True\n            if self._rank[k] < rank",
        "tests/simulation/test_zones.py::test_a_still_table_says_nothing_after_the_cards_are_known",
    ),
    Defect(
        "a low hand keeps its highest pair",
        "host_tools/engine/low.py",
        "twice[0], *_others(held, twice[:1])",
        "twice[-1], *_others(held, twice[-1:])",
        "tests/engine/test_low.py",
    ),
    Defect(
        "a wheel is a straight in deuce-to-seven",
        "host_tools/engine/low.py",
        "    if key in _WHEELS:\n",
        "    if key in ():\n",
        "tests/regulation/test_draw.py::test_the_lowest_hand_wins",
    ),
    Defect(
        "a hand that does not qualify takes the low half",
        "host_tools/engine/showdown.py",
        "    if not any(showdown.keys[position][1] for position in claims):\n",
        "    if not any(showdown.keys[position][0] for position in claims):\n",
        "tests/regulation/test_stud7_showdown.py::test_the_low_has_to_be_eight_or_better",
    ),
    Defect(
        "Omaha plays three own cards",
        "host_tools/engine/omaha.py",
        "    for one, two in combinations([_RANKS[card] for card in hole], 2):\n        pair = one + two\n"
        "        for triple in ranks:\n",
        "    for one, two in combinations([_RANKS[card] for card in (*hole, *board)], 2):\n        pair = one + two\n"
        "        for triple in ranks:\n",
        "tests/regulation/test_omaha.py::test_exactly_two_and_three",
    ),
    Defect(
        "the lowest suit brings in a high card",
        "host_tools/engine/opening.py",
        "        return max(shown, key=lambda position: (shown[position] + 4) % 52)\n",
        "        return max(shown, key=lambda position: (shown[position] + 4) % 52 ^ 3)\n",
        "tests/regulation/test_stud7.py::test_the_forced_bet",
    ),
    Defect(
        "the burn is forgotten when stud runs short",
        "host_tools/engine/flow.py",
        "    if stub > players:\n",
        "    if stub >= players:\n",
        "tests/regulation/test_stud7.py::test_a_short_deck",
    ),
    Defect(
        "a player's own discards come back",
        "host_tools/engine/dealing.py",
        "        own = turn if setup.options.draw_own_discards_excluded else -1\n",
        "        own = -1\n",
        "tests/regulation/test_draw.py::test_a_deck_short_for_the_draw",
    ),
    Defect(
        "the pot-size raise ignores the call",
        "host_tools/engine/wagering.py",
        "level + sum(wager.paid) + wager.dead + owed",
        "level + sum(wager.paid) + wager.dead",
        "tests/regulation/test_conduct.py::test_the_posted_limits",
    ),
    Defect(
        "completing the forced bet counts as a raise",
        "host_tools/engine/wagering.py",
        "(counts and level > 0 and not completes and not between_two)",
        "(counts and level > 0 and not between_two)",
        "tests/regulation/test_stud7.py::test_a_raise_is_answered_by_all",
    ),
    Defect(
        "the odd chip of a tie in stud goes by seat",
        "host_tools/engine/showdown.py",
        '    if len(winners) == 1 or setup.game.order == "button":\n',
        "    if winners:\n",
        "tests/regulation/test_stud7_showdown.py::test_a_tied_high_hand_and_the_highest_suit",
    ),
    Defect(
        "an input is told without being journaled",
        "firmware/railbird/app.py",
        "        self._seq = self.journal.append(self._t_ms, kind, zone, code, arg)\n",
        "        self._seq += 1\n",
        "tests/test_app.py::test_an_input_is_in_the_journal_before_it_is_told_and_until_the_host_has_it",
    ),
    Defect(
        "an uncalled bet is raked",
        "host_tools/engine/collection.py",
        "    paid = hand.wager.paid\n    if rake is None",
        "    back = dict(hand.returned)\n"
        "    paid = tuple(p + back.get(s, 0) for p, s in zip(hand.wager.paid, hand.seats, strict=True))\n"
        "    hand = hand._replace(wager=hand.wager._replace(paid=paid))\n    if rake is None",
        "tests/regulation/test_rake.py::test_an_uncalled_bet_is_not_raked",
    ),
    Defect(
        "the rake knows no maximum",
        "host_tools/engine/rake.py",
        "    return cut(takes, room)\n",
        "    return cut(takes, room + 10**9)\n",
        "tests/regulation/test_rake.py::test_the_maximum_rake",
    ),
    Defect(
        "a level of the pot is charged on every street",
        "host_tools/engine/rake.py",
        '        fee -= sum(take.amount for take in taken if take.method == "incremental")\n',
        "",
        "tests/regulation/test_rake.py::test_a_level_is_charged_once",
    ),
    Defect(
        "a side pot is not raked apart",
        "host_tools/engine/rake.py",
        "        own = next((index for index, level in enumerate(levels) if level >= take.level), len(levels) - 1)\n",
        "        own = 0\n",
        "tests/regulation/test_rake.py::test_each_pot_bears_the_fee_on_its_own_bets",
    ),
    Defect(
        "the jackpot contribution comes before the rake",
        "host_tools/engine/collection.py",
        '    if value.asked:\n        raise IllegalEvent("the rake is taken before',
        "    if value.asked:\n        return value._replace(drop=event[1])\n"
        '        raise IllegalEvent("the rake is taken before',
        "tests/regulation/test_jackpot.py::test_the_rake_then_the_contribution",
    ),
    Defect(
        "a misdeal is never too late",
        "host_tools/engine/round_mishaps.py",
        '    if value.volunteers.bit_count() < WAGERS:\n        return misdealt(value, "p(1)(ii)"',
        '    if value:\n        return misdealt(value, "p(1)(ii)"',
        "tests/regulation/test_misdeals.py::test_a_wrong_start",
    ),
    Defect(
        "one sighting ends the round",
        "host_tools/engine/round_mishaps.py",
        '    held: Event = () if result == "good" else ("floor",)\n',
        '    held: Event = ("floor",)\n',
        "tests/regulation/test_misdeals.py::test_a_good_recount_or_the_floor_cancels_it",
    ),
    Defect(
        "a card out of play is still in the deck",
        "host_tools/engine/repairs.py",
        "    setup = hand.setup._replace(deck=hand.setup.deck - 1)\n",
        "    setup = hand.setup\n",
        "tests/regulation/test_irregularities.py::test_a_face_up_card_is_out_of_play",
    ),
    Defect(
        "who plays for the pot as it stands is paid from the side pot",
        "host_tools/engine/deal_mishaps.py",
        "    wager = hand.wager._replace(able=hand.wager.able & ~(1 << hand.setup.positions[seat]))\n",
        "    wager = hand.wager\n",
        "tests/regulation/test_irregularities.py::test_playing_on_for_the_pot_as_formed",
    ),
    Defect(
        "a new player is let in between the button and the blind",
        "host_tools/engine/blinds.py",
        "        if between(deal.button, seat, deal.big):\n            continue\n",
        "",
        "tests/engine/test_blinds.py::test_no_entry_between_the_button_and_the_big_blind",
    ),
    Defect(
        "an undo reaches beyond chips that were pushed",
        "host_tools/engine/session.py",
        "    if kind in IRREVOCABLE:\n",
        '    if kind in IRREVOCABLE - {"award"}:\n',
        "tests/engine/test_session.py::test_no_undo_beyond_what_cannot_be_undone",
    ),
    Defect(
        "a refund leaves its rake with the house",
        "host_tools/engine/collection.py",
        "    if value.mishaps.refunded:\n",
        "    if value.mishaps.refunded and not value.takes:\n",
        "tests/regulation/test_misdeals.py::test_the_rake_of_refunded_money_goes_back",
    ),
    Defect(
        "a pot nobody contested is told as a showdown",
        "host_tools/engine/explanation.py",
        "        return LAST_LEFT\n    if _without_low",
        "        return game.paragraphs.showdown\n    if _without_low",
        "tests/engine/test_explanation.py::test_stud_low_with_a_forced_bet_and_an_uncalled_raise",
    ),
    Defect(
        "other stacks than the file has are ok",
        "host_tools/cli/hand.py",
        '"ok": not differs,',
        '"ok": True,',
        "tests/cli/test_hand.py::test_other_stacks_than_the_file_has_fail",
    ),
    Defect(
        "a table of cases without marks proves a paragraph",
        "host_tools/regulation/marks.py",
        'elif any(isinstance(node, ast.keyword) and node.arg == "marks" for node in nodes):',
        "else:",
        "tests/cli/test_regulation.py::test_marks_are_read_from_decorators_and_tables_of_marked_cases",
    ),
    Defect(
        "Omaha is named as the best five of nine",
        "host_tools/engine/naming.py",
        "    if hole_used:\n",
        "    if False:\n",
        "tests/engine/test_naming.py::test_omaha_takes_two_and_three",
    ),
)

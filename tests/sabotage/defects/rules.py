"""Defects of the rules core."""

from tests.sabotage.defect import Defect

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
        "firmware/railbird/rules/layout.py",
        "        seats = self._seats[street]\n        seat = self._last\n",
        "        seats = self._seats[street]\n        seat = self._last - 1\n",
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
        "the burn is not counted when stud runs short, on the table",
        "firmware/railbird/rules/layout.py",
        "left <= button.count(self.live)",
        "left < button.count(self.live)",
        "tests/rules/test_deal_games.py::test_seven_need_a_common_card_and_six_do_not",
    ),
    Defect(
        "who folds while cards are dealt is waited for",
        "firmware/railbird/rules/deal.py",
        "        self._close(seat)\n",
        "",
        "tests/rules/test_deal.py::test_a_fold_ends_what_a_seat_is_due",
    ),
    Defect(
        "up cards are expected among the down cards",
        "firmware/railbird/rules/layout.py",
        "                up = button.holds(self._ups, seat) and",
        "                up = street == 9 and",
        "tests/rules/test_deal_games.py::test_a_deal_for_two_written_by_hand",
    ),
    Defect(
        "what the drawing player gave up comes back to him",
        "firmware/railbird/rules/draws.py",
        " or common or zone == self.owner[index]:",
        " or common:",
        "tests/rules/test_deal_games.py::test_a_draw_that_runs_short",
    ),
    Defect(
        "burns are shuffled with the discards",
        "firmware/railbird/rules/draws.py",
        "return self._got[zone] - self._back[zone] if common else 0",
        "return self._got[zone] - self._back[zone]",
        "tests/rules/test_deal_games.py::test_a_draw_that_runs_short",
    ),
    Defect(
        "nobody stands pat without saying so",
        "firmware/railbird/rules/draws.py",
        "            number = max(number, self._landed(seat))\n            self._pat_before(seat)\n",
        "            number = max(number, self._landed(seat))\n",
        "tests/table/test_walkers.py::test_the_same_at_every_step",
    ),
    Defect(
        "the flop does not wait for the discards",
        "firmware/railbird/rules/layout.py",
        "self._drawn[ROW * self.street[index] + seat] == UNKNOWN",
        "self._drawn[ROW * self.street[index] + seat] == UNKNOWN + 1",
        "tests/table/test_mistakes.py",
    ),
    Defect(
        "every street names the first one's paragraph",
        "firmware/railbird/rules/paragraphs.py",
        "return _of(game)[0][street]",
        "return _of(game)[0][0]",
        "tests/table/test_mistakes.py",
    ),
    Defect(
        "a snapshot forgets who drew what",
        "firmware/railbird/rules/layout.py",
        "                self._drawn_fields(bits, row)\n",
        "",
        "tests/table/test_snapshot.py::test_cut_at_every_input_of_a_hand",
    ),
    Defect(
        "who was passed over for a card that went back may not draw",
        "firmware/railbird/rules/deal.py",
        "                self._pat_no_more()\n",
        "",
        "tests/table/test_repair.py",
    ),
    Defect(
        "pineapple: no discard once the floor let its street stand",
        "firmware/railbird/rules/draws.py",
        "return number == UNKNOWN or (number == ASSUMED and self.pineapple())",
        "return number == UNKNOWN",
        "tests/table/test_mistakes.py::test_who_had_not_discarded_may_do_so_when_the_floor_has_let_it_stand",
    ),
)

"""House options: one frozen record, every field citing the gap of the regulation it settles.

Choices that are amounts belong to the table: limits, blinds, antes, the unit (`start`, `limits`).
"""

from typing import NamedTuple


class Options(NamedTuple):
    """The choices of a room. The defaults are the recommended readings of `ambiguities.md`."""

    allow_triple_draw: bool = True
    """X01, on g: triple draw, which (l) regulates but (g) does not list, may be offered."""

    headsup_button_small_blind: bool = False
    """D01, on i(4): with two players the button posts the first blind. The text has the other seat do it."""

    straddle: bool = False
    """W04, on c(11): the seat after the big blind may straddle with exactly twice the big blind, live."""

    straddle_live: bool = True
    """W04, on c(11): the straddler may raise when everybody just called."""

    oversized_chip_opens: str = "full_value"
    """W05, on c(9): a silent single chip in an unopened round is a bet of its 'full_value' or of the 'least'."""

    out_of_turn_binding: bool = False
    """W07, on c(4): words said out of turn bind when the turn comes, if the bet to answer is still the same."""

    check_raise: bool = True
    """c(10): false where the table posts that who has checked may not raise in that round."""

    bring_in_may_complete: bool = True
    """W09, on h(5), m(5): the forced bettor may open with a full bet instead."""

    forced_bet_option: bool = False
    """W09: the forced bettor may raise when everybody just called, as a blind may."""

    stud_low_bringin_ace_low: bool = False
    """D05, on h(4)(ii): the ace is the lowest card for the forced bet in stud low. In the text it is the highest."""

    showdown_order: str = "aggressor"
    """W14, on f(5), f(6)(v): who shows first is the last 'aggressor' of the last betting, or the 'first_to_act' of it
    in any case.
    """

    tied_board_opener: str = "first_tied"
    """D07, on h(6)(iii), m(6): of equal hands showing the 'first_tied' opens, or the 'first_active', tied or not."""

    common_card_counts_for_opener: bool = True
    """D11, on h(8): a common card is part of every hand showing."""

    stud_skip_burn_to_avoid_common: bool = False
    """D09, on h(8): with just enough cards for the players there is no burn and no common card."""

    stud_reshuffle_includes_last_card: bool = True
    """D10, on h(8): where one card is left it is shuffled with the burns; false: it is burned and stays out."""

    stud5_opener_may_check: bool = True
    """D16, on m(6): false where the best hand showing has to bet."""

    draw_max_discards: int = 5
    """D13, on k(5)(ii), l(6)."""

    draw_stub_first: bool = True
    """D14: a player gets what is left of the deck before the discards are shuffled, else they are shuffled in."""

    draw_own_discards_excluded: bool = True
    """D14, on k(5)(ii), l(6): a player's own discards are not dealt back to that player."""

    draw_burn_after_reshuffle: bool = False
    """D14, on k(5)(ii), l(6): a card is burned after the discards have been shuffled."""

    triple_draw_burn_each_draw: bool = True
    """D15, on l(8), l(10): false where only the first draw has a burn."""

    crazy_discard_after_flop_betting: bool = False
    """D17, on n(9): crazy pineapple discards after the flop betting, as most rooms have it, not before."""

    wheel_is_straight_in_27: bool = False
    """R04, on b(2)(vi), b(5): A-2-3-4-5 is a straight in deuce-to-seven."""

    odd_chip_button_games: str = "first_after_button"
    """S01, S05, on b(3), i(10), j(6)(ii)(a), k(8), l(12), n(13): odd chips of a tie go to the 'first_after_button', or
    by 'suit' as in stud.
    """

    odd_chip_cards: str = "five"
    """S03, on h(9)(iii)(b): the suit that decides on an odd chip is one of the 'five' cards of the hand, or of all
    'seven'.
    """

    odd_chip_low: str = "nearest_ace"
    """S04, on h(9)(iii)(c): the lowest-ranking low card is that 'nearest_ace', or the 'worst_card'."""

    kill: str = "off"
    """S08, on j(9): 'off', 'half' or 'full'."""

    draw5_max_players: int = 8
    """X02, for the absent k(2): 2 to 10."""

    stud5_max_players: int = 8
    """X06, for the absent m(2): 2 to 9."""

    pineapple_max_players: int = 11
    """X08, for the absent n(2): 2 to 11."""

    offtable_replace: str = "after_deal"
    """P06, on p(8): a card that fell off the table is replaced 'after_deal' or 'at_once'."""

    default_protected: bool = False
    """P07, on p(5): outside stud a hand is protected without a marker."""

    exposed_rule_pineapple: bool = True
    """P10, on p(9): exposed cards are exchanged in pineapple as they are in hold'em."""

    exposed_misdeal_count: int = 0
    """P10, on p(9): so many exposed cards are a misdeal; 0 = any number is exchanged, as in the text."""

    button_mode: str = "moving"
    """D02, on i(3)(iii): the button is 'moving' to the next player, or 'dead': the big blind goes to the next player
    and the button follows the small blind, be it to an empty seat.
    """

    move_after_dead_round: bool = False
    """D02: the button moves after a dead round (p)(3), too."""

    new_player: str = "live"
    """D02: who joins a game with blinds posts the big blind 'live' or 'dead', has to 'wait' for it, or is let in
    'free'.
    """

    missed_blinds: str = "live"
    """D02: who missed the blinds posts the big one 'live' and the small one dead, both 'dead', has to 'wait' for the
    big blind, or comes back 'free'.
    """


CHOICES = {
    "oversized_chip_opens": ("full_value", "least"),
    "showdown_order": ("aggressor", "first_to_act"),
    "odd_chip_button_games": ("first_after_button", "suit"),
    "tied_board_opener": ("first_tied", "first_active"),
    "odd_chip_cards": ("five", "seven"),
    "odd_chip_low": ("nearest_ace", "worst_card"),
    "kill": ("off", "half", "full"),
    "offtable_replace": ("after_deal", "at_once"),
    "button_mode": ("moving", "dead"),
    "new_player": ("live", "dead", "wait", "free"),
    "missed_blinds": ("live", "dead", "wait", "free"),
    "exposed_misdeal_count": range(12),
    "draw_max_discards": range(6),
    "draw5_max_players": range(2, 11),
    "stud5_max_players": range(2, 10),
    "pineapple_max_players": range(2, 12),
}
"""What the options that are no switches may be."""

PROFILES = {
    "regulation": Options(),
    # Every published hand history has the button on the small blind when two play (D01), and a king bring it in
    # in stud low (D05).
    "published": Options(headsup_button_small_blind=True, stud_low_bringin_ace_low=True),
    # What most rooms do where the text says otherwise: those two, and crazy pineapple's discard after the flop betting
    # (D17).
    "cardroom": Options(
        headsup_button_small_blind=True,
        stud_low_bringin_ace_low=True,
        crazy_discard_after_flop_betting=True,
    ),
}


def profile(name: str) -> Options:
    """A named set of options: 'regulation', 'published' or 'cardroom'. Raises ValueError for any other name."""
    if name not in PROFILES:
        raise ValueError(f"no profile {name!r}: expected one of {', '.join(PROFILES)}")
    return PROFILES[name]


def check(options: Options) -> None:
    """Raises ValueError for an option that is none of its choices, naming it."""
    for field, choices in CHOICES.items():
        value = getattr(options, field)
        if value not in choices:
            raise ValueError(f"option {field} {value!r}: expected one of {', '.join(map(str, choices))}")

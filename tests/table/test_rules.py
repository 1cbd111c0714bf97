"""The paragraphs that the table decides: each row's example, and a case that is not in it, here and on the VM.

A line is played as `script` says. Cards that are not named fall in the order 2c 2d 2h 2s 3c ...
"""

import ast
import csv
from pathlib import Path

import pytest

from railbird import facts
from railbird.rules import cards
from tests.table.conftest import Driver
from tests.table.script import Teller

ROWS = Path(__file__).parents[1] / "regulation" / "rules.csv"
ALL_UP = 0x7FF
LEFT = {
    "a(5)(iii)",  # which decks are registered is the app's to know: tests/test_app.py
}


def rounds(seats, faces: str) -> str:
    return " ".join(f"{seat}{'u' * (face == 'u')}" for face in faces for seat in seats)


FOUR = "1 4 6 9 1 4 6 9"
HOLDEM = f"hand holdem 9 1,4,6,9 {FOUR}"
FLOP = f"{HOLDEM} | b f1 f2 f3"
TURN = f"{FLOP} | b f4"
RIVER = f"{TURN} | b f5"
ELEVEN, EIGHT, SEVEN = range(1, 12), range(1, 9), range(1, 8)
FULL_DRAW = f"hand draw5_high 8 1-8 {rounds(EIGHT, 'ddddd')} | b"
FULL_TRIPLE = f"hand triple_draw_27 7 1-7 {rounds(SEVEN, 'ddddd')} | b"
DRAW = f"hand draw5_low 7 2,4,7 {rounds((2, 4, 7), 'ddddd')}"
TRIPLE = f"hand triple_draw_27 3 1,3,6 {rounds((6, 1, 3), 'ddddd')}"
PINEAPPLE = f"hand pineapple 10 1,5,10 {rounds((1, 5, 10), 'ddd')}"
CRAZY = f"hand crazy_pineapple 10 1,5,10 {rounds((1, 5, 10), 'ddd')}"
STUD5 = "hand stud5_high 0 2,5,6 2 5 6 2u 5u 6u"
WHOLE_DECK = [cards.name(card) for card in range(52)]


def loads(*names: str, seats: str) -> str:
    button = "0" if names[0].startswith("stud") else "1"
    return " ".join(
        f"hand {name} {button} {seats} {'=seat_1' if button == '0' else '=seat_2'} misdeal" for name in names
    )


CASES = [
    ("a(1)", "hand holdem 11 1-11 =seat_1 misdeal -HAND:12:holdem/1,2:BAD_SEAT"),
    ("a(1)", "hand omaha_high 3 2,3 -FOLD:12:0:NOT_IN_HAND -FOLD:0:0:NOT_IN_HAND"),
    ("a(5)(i)", "hand holdem 9 1,4,6,9 sight=muck=B9c ?other_deck:a(5)(i):muck held=0 no"),
    ("a(5)(i)", "hand stud7_low 0 1,4 sight=park=B9c no 1 4 no"),
    ("a(5)(iii)(b)", "hand holdem 9 1,4,6,9 1 sight=seat_4=B9c ?other_deck:p(3):seat_4 held=1"),
    ("a(5)(iii)(b)", "deck1 count " + " ".join(f"sight=count=B{card}" for card in WHOLE_DECK) + " counted no"),
    ("a(5)(iii)(c)", "options2 hand holdem 3 2,3 end deck1 hand holdem 2 2,3 end hand holdem 3 2,3 "
                     "?same_deck:a(5)(iii)(c):none held=0"),
    ("a(5)(iii)(c)", "options2 hand holdem 3 2,3 end deck1 hand holdem 2 2,3 misdeal hand holdem 2 2,3 no end deck0 "
                     "hand holdem 3 2,3 no"),
    ("c(1)", "hand holdem 5 1,3,5 =seat_1 1 =seat_3 3 =seat_5 misdeal hand holdem 5 1,3,5 1 4 ~seat_4 "
             "?wrong_seat:c(1):seat_4"),
    ("c(1)", "hand triple_draw_27 5 1,3,5 2 ~seat_2 ?wrong_seat:c(1):seat_2 so=that"),
    ("c(3)(iv)(b)", f"hand stud7_high 0 2,5,7 {rounds((2, 5, 7), 'ddu')} | b =up_2 2u =up_5 5u =up_7 7u | b 2u 5u 7u "
                    "| b 2u 5u 7u | b =seat_2 2 =seat_5 5 =seat_7 7 =none left=27 no"),
    ("c(3)(iv)(b)", "hand holdem 9 1,4,6,9 1 4 6 9 1 =seat_4 4 =seat_6 6 9 =none no"),
    ("e", "options4 cut hand holdem 9 1,4,6,9 no held=0 1 4 end hand holdem 1 1,4,6,9 ?not_cut:p(1)(i):none held=1"),
    ("e", "hand draw5_low 2 1,2 no end options4 cut hand stud7_hl 0 1,2 no held=0"),
    ("f(2)", "-HAND:2:holdem/2:TOO_FEW hand holdem 5 2,5,9 =seat_9 9 =seat_2 2 =seat_5 5 =seat_9 9 =seat_2 2 "
             "=seat_5"),
    ("f(2)", "-HAND:0:stud5_high/9:TOO_FEW hand stud5_high 0 2,9 =seat_2 2 =seat_9 9 =up_2"),
    ("f(3)", "hand holdem 6 3,6 3 6 3 6 =none live=3,6"),
    ("f(3)", "hand stud7_low 0 3,6 -FOLD:0:0:NOT_IN_HAND -DRAW:0:1:NOT_IN_HAND =seat_3"),
    ("f(6)(iii)", f"{HOLDEM} 4x2 live=1,6,9 | b f1 f2 f3 burn=1 muck=2 sight=muck=4c ?burn_moved:f(6)(iii):muck no"),
    ("f(6)(iii)", f"{FULL_DRAW} 1x5 1 1 1 1 1 2x5 2 2 2 2 2 3x2 3 =stub shuffle left=10 burn=1 =seat_3"),
    ("f(6)(iv)", "hand holdem 3 2,3 wait700 no wait21 ?count_due:f(6)(iv):none wait170 no wait20 "
                 "?count_overdue:f(6)(iv):none"),
    ("f(6)(iv)", "count " + " ".join(f"sight=count={card}" for card in WHOLE_DECK if card != "7c")
                 + " sight=count=7d counted ?missing_at_count:f(6)(iv):none so=recount no"),
    ("f(6)(vii)", "hand omaha_high 9 4,6,9 4 6 9 4 6 9 4 6 9 4 6 9 fold6 6x3 end ?hand_short:f(6)(vii):seat_6 so=look "
                  "no"),
    ("f(6)(vii)", "hand pineapple 6 1,4,6 1 4 6 1 4 6 1 4 6 fold1 1x3 | 4x1 6x1 b f1 f2 f3 fold4 4x1 end "
                  "?hand_short:f(6)(vii):seat_4 no hand holdem 6 1,4,6 1 4 6 1 4 6 fold1 1x2 fold4 end no"),
    ("f(6)(vii)", f"hand stud7_high 0 1,3 {rounds((1, 3), 'ddu')} fold3 sight=muck=3d end "
                  "?hand_short:f(6)(vii):seat_3"),
    ("f(6)(vii)", f"{FULL_DRAW} 1x5 1 1 1 1 1 fold1 1x5 2x2 fold2 end no"),
    ("g", "-HAND:2:badugi/1,2:BAD_GAME hand triple_draw_27 2 1,2 =seat_1"),
    ("g", loads("holdem", "omaha_high", "omaha_hl8", "draw5_high", "draw5_low", "pineapple", seats="1-8")),
    ("g(1)", loads("stud7_high", "stud7_low", seats="1-8") + " -HAND:0:stud7_high/1-9:TOO_MANY"),
    ("g(1)", loads("stud7_hl", "stud7_hl8", seats="1,2") + " -HAND:0:stud7_hl8/2-10:TOO_MANY"),
    ("g(2)", loads("holdem", seats="1-11")),
    ("g(2)", "-HAND:1:holdem_hl/1,2:BAD_GAME"),
    ("g(3)", loads("omaha_high", "omaha_hl8", seats="1-10")),
    ("g(3)", "-HAND:1:omaha_hl/1,2:BAD_GAME"),
    ("g(4)", loads("draw5_high", "draw5_low", seats="1-8")),
    ("g(4)", "-HAND:1:draw5_high/1-9:TOO_MANY -HAND:1:draw5_27/1,2:BAD_GAME"),
    ("g(5)", loads("stud5_high", seats="1-8")),
    ("g(5)", "-HAND:0:stud5_low/1,2:BAD_GAME"),
    ("g(6)", loads("pineapple", "crazy_pineapple", seats="1-11")),
    ("g(6)", "-HAND:1:pineapple_hl8/1,2:BAD_GAME"),
    ("h(2)", "hand stud7_hl 0 1-8 =seat_1 misdeal -HAND:0:stud7_hl/1-9:TOO_MANY"),
    ("h(2)", "-HAND:0:stud7_low/3-11:TOO_MANY hand stud7_low 0 3-10 =seat_3"),
    ("h(3)", f"hand stud7_high 0 1,3,4,7 {rounds((1, 3, 4, 7), 'dd')} =up_1 1u 3u 4u =up_7 7u left=40 =none no"),
    ("h(3)", f"-HAND:3:stud7_high/1,3:NO_BUTTON hand stud7_low 0 1-8 {rounds(EIGHT, 'ddu')} left=28 =none no"),
    ("h(6)", f"hand stud7_high 0 1,2,5,6 {rounds((1, 2, 5, 6), 'ddu')} fold1 | =burn b =up_2 2u =up_5 5u "
             f"=up_6 6u =none "
             "burn=1 no"),
    ("h(6)", f"hand stud7_hl 0 2,5 {rounds((2, 5), 'ddu')} | 2u ~burn ?out_of_order:h(6):up_2"),
    ("h(8)", f"hand stud7_high 0 1-8 {rounds(EIGHT, 'ddu')}" + f" | b {rounds(EIGHT, 'u')}" * 3
             + " left=1 | =stub -SHUFFLE:0:0:OK shuffle left=4 =burn b =board_1 sight=board_1=8c =none left=2 no"),
    ("h(8)", f"hand stud7_hl8 0 1-7 {rounds(SEVEN, 'ddu')} left=31" + f" | b {rounds(SEVEN, 'u')}" * 3
             + " left=7 | -SHUFFLE:0:0:NOT_SHORT =burn b =board_1 f1 =none left=5 no"),
    ("i(2)", f"hand holdem 11 1-11 {rounds(range(1, 12), 'dd')} | b f1 f2 f3 | b f4 | b f5 left=22 stub=22 no"),
    ("i(2)", "-HAND:1:holdem/1:TOO_FEW hand holdem 1 1-11 =seat_2"),
    ("i(3)", "-HAND:0:holdem/1,4:BAD_SEAT"),
    ("i(3)", "-HAND:2:holdem/1,4:BAD_BUTTON options1 hand holdem 2 1,4 =seat_4"),
    ("i(3)(i)", "right=1,4,6,9 button=9 right=2,3 button=3 hand holdem 9 1,4,6,9 =seat_1 "
                "misdeal hand holdem 3 2,3 =seat_2"),
    ("i(3)(i)", "right=1,11 button=11 right=5,6,7 button=7 hand holdem 7 5,6,7 =seat_5"),
    ("i(3)(ii)", "sight=seat_1=8d sight=seat_4=Qs sight=seat_6=Jh sight=seat_9=3c card=1,4,6,9 button=4"),
    ("i(3)(ii)", "sight=seat_1=8d sight=seat_4=Qs sight=seat_6=Qh -BUTTON:1:0x129:ONE_CARD_EACH card=1,4,6 button=4"),
    ("i(3)(iii)", "hand holdem 9 1,4,6,9 end button=1 hand holdem 1 1,4,6,9 end button=4 hand holdem 4 1,4,6,9 end "
                  "button=6 hand holdem 6 1,4,6,9 misdeal button=6 hand holdem 6 1,4,6,9 end button=9"),
    ("i(3)(iii)", "options1 hand holdem 5 1,4,6,9 =seat_6 6 9 1 =seat_4 end button=6"),
    ("i(5)", "hand holdem 9 1,4,6,9 =seat_1 1 4 6 =seat_9 9 =seat_1 1 4 6 9 =none no"),
    ("i(5)", "hand holdem 4 1,4,6,9 =seat_6 6 9 1 =seat_4 4 6 9 1 =seat_4 4 =none no"),
    ("i(5)", f"{HOLDEM} 1 ~seat_1 ?too_many:i(5):seat_1"),
    ("i(7)", f"{HOLDEM} fold9 | =burn b =board_1 f1 f2 f3 =none burn=1 stub=40 no"),
    ("i(7)", f"{HOLDEM} f1 ~burn ?out_of_order:i(7):board_1"),
    ("i(8)", f"{TURN} burn=2 =none no misdeal"),
    ("i(8)", f"{FLOP} f4 ~burn ?out_of_order:i(8):board_4"),
    ("i(9)", f"{RIVER} burn=3 =none f5 ~board_5 ?too_many:i(9):board_5"),
    ("i(9)", f"{TURN} f5 ~burn ?out_of_order:i(9):board_5"),
    ("j(2)", f"hand omaha_hl8 10 1-10 {rounds(range(1, 11), 'dddd')} | b f1 f2 f3 | b f4 | b f5 left=4 =none no"),
    ("j(2)", "-HAND:1:omaha_high/1-11:TOO_MANY"),
    ("j(3)", "right=2,5,8 button=8 hand omaha_high 8 2,5,8 end button=2 hand omaha_high 2 2,5,8 end button=5"),
    ("j(3)", "-HAND:0:omaha_hl8/2,5:BAD_SEAT hand omaha_hl8 5 2,5,8 =seat_8"),
    ("j(4)", "hand omaha_high 5 2,5,8" + " =seat_8 8 =seat_2 2 =seat_5 5" * 4 + " =none no 2 ~seat_2 "
             "?too_many:j(4):seat_2"),
    ("j(4)", "hand omaha_hl8 5 2,5,8 8 2 5 2 ~seat_8 ?wrong_seat:j(4):seat_2"),
    ("j(5)", f"hand omaha_high 5 2,5,8 {rounds((8, 2, 5), 'dddd')} | b f1 f2 f3 | b f4 | b f5 burn=3 =none no"),
    ("j(5)", f"hand omaha_hl8 5 2,5,8 {rounds((8, 2, 5), 'dddd')} | b b ~board_1 ?out_of_order:i(7):burn"),
    ("k(3)", "right=2,4,7 button=7 hand draw5_high 7 2,4,7 end button=2 hand draw5_high 2 2,4,7 end button=4"),
    ("k(3)", f"{DRAW} | b =muck draw2:1 =seat_2 2 =muck draw4:2 =seat_4 4 4 =muck draw7:0 =none no"),
    ("k(4)", "hand draw5_low 7 2,4,7" + " =seat_2 2 =seat_4 4 =seat_7 7" * 5 + " =none stub=37 no"),
    ("k(4)", f"{DRAW} 4 ~seat_4 ?too_many:k(4):seat_4"),
    ("k(5)(i)", f"{DRAW} | =burn b burn=1 =muck 2x3 =seat_2 2 2 2 4x1 4 7x5 7 7 7 7 7 =none burn=1 no"),
    ("k(5)(i)", f"{DRAW} | 2x1 2 ~burn ?out_of_order:k(5)(i):seat_2"),
    ("k(5)(ii)", f"{FULL_DRAW} 1x3 1 1 1 2x3 2 2 2 3x3 3 3 3 left=2 4x3 4 4 =stub shuffle left=9 =seat_4"),
    ("k(5)(ii)", f"{FULL_DRAW} -SHUFFLE:0:0:NOT_SHORT 1x5 1 1 1 1 1 fold2 3x5 3 3 3 3 3 4x1 4 =muck 5x1 =stub "
                 f"shuffle "
                 "left=16 =seat_5"),
    ("l(2)", f"{FULL_TRIPLE} left=16 misdeal -HAND:1:triple_draw_27/1-8:TOO_MANY"),
    ("l(2)", "-HAND:11:triple_draw_27/4-11:TOO_MANY hand triple_draw_27 10 4-10 =seat_4"),
    ("l(4)", "hand triple_draw_27 3 1,3,6" + " =seat_6 6 =seat_1 1 =seat_3 3" * 5 + " =none stub=37 no"),
    ("l(4)", f"{TRIPLE} 6 ~seat_6 ?too_many:l(4):seat_6"),
    ("l(6)", f"{TRIPLE} | =burn b =muck -DRAW:6:6:BAD_DRAW draw6:5 =seat_6 6 6 6 6 6 =muck draw1:0 =muck "
             f"draw3:1 =seat_3 3 "
             "=none no"),
    ("l(6)", f"{FULL_TRIPLE} " + " ".join(f"{seat}x3 {seat} {seat} {seat}" for seat in range(1, 6))
             + " left=1 6x3 6 =stub shuffle left=15 =seat_6"),
    ("l(8)", f"{TRIPLE} | b draw6:0 draw1:0 draw3:0 fold3 | =burn b burn=2 =muck draw6:1 =seat_6 6 =muck "
             f"draw1:1 =seat_1 1 "
             "=none no"),
    ("l(8)", f"{TRIPLE} | b draw6:0 draw1:0 draw3:0 | b draw6:1 1 ~seat_6 ?wrong_seat:l(8):seat_1"),
    ("l(10)", f"{TRIPLE} | b fold3 draw6:0 draw1:0 | b draw6:0 draw1:0 | =burn b burn=3 draw6:2 =seat_6 6 6 "
              f"draw1:0 =none "
              "-DRAW:6:1:BAD_DRAW -STREET:0:0:LAST_STREET no"),
    ("l(10)", f"{TRIPLE} | b draw6:0 draw1:0 draw3:0 | b draw6:0 draw1:0 draw3:0 | 6x1 6 ~burn "
              f"?out_of_order:l(10):seat_6"),
    ("m(3)", "hand stud5_high 0 2,5,6 =seat_2 2 =seat_5 5 =seat_6 6 =up_2 2u =up_5 5u =up_6 6u =none left=46 no"),
    ("m(3)", "hand stud5_high 0 2,5,6 2 5 6 5u ~up_2 ?wrong_seat:m(3):up_5"),
    ("m(6)", f"{STUD5} | =burn b =up_2 2u =up_5 5u =up_6 6u =none no"),
    ("m(6)", f"{STUD5} fold2 | 5u ~burn ?out_of_order:m(6):up_5"),
    ("m(7)", f"{STUD5} | b 2u 5u 6u | b 2u 5u 6u | b 2u 5u 6u =none burn=3 left=34 no"),
    ("m(7)", f"{STUD5} | b 2u 5u 6u | b 2u 5u 6u | 2u ~burn ?out_of_order:m(7):up_2"),
    ("n(3)", "-HAND:0:pineapple/1,5:BAD_SEAT"),
    ("n(3)", "-HAND:0:crazy_pineapple/1-3:BAD_SEAT hand crazy_pineapple 2 1-3 =seat_3"),
    ("n(3)(i)", "hand pineapple 6 1,6,9 9 1 =seat_6 6 9 1 =seat_6 6 9 1 =seat_6 6 =none live=1,6,9"),
    ("n(3)(i)", "hand crazy_pineapple 3 3,4 4 =seat_3 3 4 =seat_3 3 4 =seat_3"),
    ("n(3)(ii)", "right=1,5,10 button=10 -HAND:2:pineapple/1,5,10:BAD_BUTTON"),
    ("n(3)(ii)", "options1 hand crazy_pineapple 2 1,5,10 =seat_5"),
    ("n(3)(ii)(a)", "right=1,5,10 button=10 hand pineapple 10 1,5,10 =seat_1"),
    ("n(3)(ii)(a)", "right=3,4 button=4 hand crazy_pineapple 4 3,4 =seat_3"),
    ("n(3)(ii)(b)", "sight=seat_1=4c sight=seat_5=Kd sight=seat_10=9s card=1,5,10 button=5 lift=seat_1=4c "
                    "hand pineapple 5 1,5,10 =seat_10"),
    ("n(3)(ii)(b)", "sight=seat_2=Ah sight=seat_3=Kd sight=seat_3=2c -BUTTON:1:6:ONE_CARD_EACH lift=seat_3=2c card=2,3 "
                    "button=2"),
    ("n(3)(ii)(c)", "hand pineapple 10 1,5,10 end button=1 hand pineapple 1 1,5,10 end button=5 hand "
                    "pineapple 5 1,5,10 end "
                    "button=10"),
    ("n(3)(ii)(c)", "hand crazy_pineapple 4 3,4 misdeal button=4 hand crazy_pineapple 4 3,4 end button=3"),
    ("n(5)", "hand pineapple 10 1,5,10" + " =seat_1 1 =seat_5 5 =seat_10 10" * 3 + " =none stub=43 no"),
    ("n(5)", "hand crazy_pineapple 10 1,5,10 1 5 10 1 5 10 1 10 ~seat_5 ?wrong_seat:n(5):seat_10"),
    ("n(7)", f"{PINEAPPLE} 10x3 live=1,5 muck=3 | =muck 1x1 =muck 5x1 =burn muck=5 b =board_1 no"),
    ("n(7)", f"{PINEAPPLE} | 1x1 b ~muck ?out_of_order:n(7):burn"),
    ("n(8)", f"{PINEAPPLE} | 1x1 5x1 10x1 =burn b f1 f2 f3 burn=1 stub=39 =none no"),
    ("n(8)", f"{PINEAPPLE} | 5x1 1x1 draw10:1 f1 ~burn ?out_of_order:n(8):board_1"),
    ("n(9)", f"{CRAZY} | =burn b f1 f2 f3 =muck -STREET:0:0:STILL_DEALING 10x1 1x1 5x1 =none muck=3 no | =burn"),
    ("n(9)", f"{CRAZY} | b f1 f2 f3 1x1 5x1 b ~muck ?out_of_order:n(9):burn"),
    ("n(11)", f"{CRAZY} | b f1 f2 f3 1x1 5x1 10x1 | b f4 burn=2 =none no"),
    ("n(11)", f"{PINEAPPLE} | 1x1 5x1 10x1 b f1 f2 f3 | f4 ~burn ?out_of_order:n(11):board_4"),
    ("n(12)", f"hand pineapple 11 1-11 {rounds(ELEVEN, 'ddd')} | " + " ".join(f"{seat}x1" for seat in ELEVEN)
              + " b f1 f2 f3 | b f4 | b f5 burn=3 stub=11 left=11 =none no"),
    ("n(12)", f"{CRAZY} | b f1 f2 f3 1x1 5x1 10x1 | b f4 | f5 ~burn ?out_of_order:n(12):board_5"),
    ("p(1)", "hand holdem 9 1-9 1 2 3 4 5 6 7 8 9 1 2 3 4 5 misdeal button=9 hand holdem 9 1-9 =seat_1 no"),
    ("p(1)", f"{TRIPLE} | b 6x2 6 misdeal button=3 hand triple_draw_27 3 1,3,6 =seat_6"),
    ("p(1)(i)", "options4 hand holdem 9 1,4,6,9 ?not_cut:p(1)(i):none so=misdeal misdeal cut hand holdem 9 1,4,6,9 no"),
    ("p(1)(i)", "hand holdem 2 1,2 sight=seat_1=4h sight=seat_2=5h sight=seat_1=6h sight=seat_2=7h sight=burn=8h no "
                "sight=board_1=9h ?sorted:p(1)(i):board_1 held=1"),
    ("p(1)(ii)", "hand holdem 9 1,4,6,9 4 wagered1 ~seat_1 ?wrong_seat:p(1)(ii):seat_4 so=misdeal held=1"),
    ("p(1)(ii)", "hand stud7_low 0 2,5,7 5 wagered2 ~seat_2 ?wrong_seat:p(1)(ii):seat_5 so=two held=1 resume held=0"),
    ("p(1)(iii)", "hand holdem 9 1,4,6,9 boxed=7d ?face_up:p(4):none held=0 boxed=Kc "
                  "?two_face_up:p(1)(iii):none so=misdeal "
                  "held=1"),
    ("p(1)(iii)", f"{DRAW} | b boxed ?face_up:p(4):none 2x1 2 boxed ?two_face_up:p(1)(iii):none held=1"),
    ("p(1)(iv)", "hand holdem 9 1,4,6,9 1 4 9 1 ~seat_6 ?skipped:p(1)(iv):seat_6 so=misdeal"),
    ("p(1)(iv)", "hand stud5_high 0 1,4,6 1 6 1u wagered2 ~seat_4 ?skipped:p(1)(iv):seat_4 so=two"),
    ("p(2)", "hand holdem 9 1,4,6,9 1 4 6 8 ~seat_8 ?wrong_seat:c(1):seat_8 so=that resume 9 1 4 6 8 9 ~seat_8 "
             "?wrong_seat:c(1):seat_8 resume sight=muck=2s sight=muck=4c stub=42 no"),
    ("p(2)", f"hand stud7_high 0 2,5,6 {rounds((2, 5, 6), 'ddu')} fold5 | b 2u 5u ~up_5 ?wrong_seat:p(2):up_5 "
             f"so=those "
             "resume 6u =none no"),
    ("p(3)", f"{HOLDEM} sight=seat_4=B7d ?other_deck:p(3):seat_4 so=recount held=1 replace button=9 deck=1"),
    ("p(3)", "hand stud7_hl8 0 1,4 sight=up_4=B7d ?other_deck:p(3):up_4 held=1 resume held=0 =seat_1"),
    ("p(4)", f"{FLOP} | b boxed=7d ?face_up:p(4):none so=the sight=muck=7d f4 burn=2 muck=1 =none no"),
    ("p(4)", "hand stud5_high 0 2,5 2 boxed=Ks ?face_up:p(4):none sight=muck=Ks =seat_5 5 2u 5u =none left=47 no"),
    ("p(6)", "hand stud7_high 0 2,4,6 2 4 exposed4 ?exposed:p(6):seat_4 so=the 6 2 4 6 =up_2 2u =seat_4 4 "
             "=up_6 6u =none no"),
    ("p(6)", "hand stud7_low 0 2,4,6 2 4 6 2 4 exposed4 exposed4 ?exposed:p(6):seat_4 ?exposed:p(6):seat_4 "
             "so=the live=2,6 6 "
             "=up_2 2u =up_6 6u =none no"),
    ("p(7)", "hand stud5_high 0 1,3,5 1 3 exposed3 ?exposed:p(7):seat_3 5 1u =seat_3 3 =up_5 5u =none no"),
    ("p(7)", "hand stud5_high 0 1,3 1 exposed1 3 =seat_1 1 =up_3 3u =none | b =up_1 1u"),
    ("p(8)", "hand holdem 9 1,4,6,9 1 4 6 9 1 off4=Qs ?off_table:p(8):seat_4 =seat_6 6 9 =seat_4 "
             "sight=muck=Qs =seat_4 4 =none "
             "stub=43 no"),
    ("p(8)", "hand stud7_hl 0 2,5 2 5 off2=Qs =seat_5 5 =up_2 2u 5u =seat_2 sight=muck=Qs 2 =none left=45"),
    ("p(9)", "hand holdem 6 1-6 1 2 3 4 5 6 1 2 3 exposed3 ?exposed:p(9):seat_3 4 5 6 =seat_3 sight=muck=4c "
             "=seat_3 3 =none "
             "left=39 no"),
    ("p(9)", "hand omaha_high 2 1,2 1 exposed1 sight=muck=2c 2 1 2 1 2 1 2 =seat_1 1 =none left=43"),
    ("p(9)(i)", "hand holdem 6 1-6 1 2 3 4 5 6 1 2 3 exposed3 sight=muck=4c 4 5 6 3 | b f1 f2 f3 stub=35 "
                "burn=1 muck=1 =none"),
    ("p(9)(i)", "hand pineapple 2 1,2 1 2 1 2 1 exposed1 sight=muck=4c 2 1 | muck=1 =muck 1x1 2x1 =burn"),
    ("p(9)(ii)", "hand holdem 6 1-6 1 2 3 4 5 6 1 2 3 exposed3 4 5 6 sight=burn=4c 3 | =board_1 f1 f2 f3 "
                 "stub=36 burn=1 "
                 "muck=0 =none"),
    ("p(9)(ii)", "hand omaha_hl8 2 1,2 1 exposed1 2 1 2 1 2 1 2 sight=burn=2c 1 | =board_1 f1 f2 f3 | =burn"),
]  # fmt: skip


def played(script: str) -> Driver:
    driver = Driver(ALL_UP)
    Teller(driver).tell(script)
    return driver


@pytest.mark.parametrize(
    "script",
    [pytest.param(line, marks=pytest.mark.rule(rule), id=f"{rule} {line[:24]}") for rule, line in CASES],
)
def test_a_paragraph(script: str) -> None:
    played(script)


def test_two_cases_for_each_paragraph_of_the_core() -> None:
    with ROWS.open(encoding="utf-8") as file:
        due = {row["id"] for row in csv.DictReader(file) if "core" in row["where"].split(";")}
    assert len(due) == 75
    assert {rule for rule, _ in CASES} == due - LEFT
    assert [rule for rule in due - LEFT if [one for one, _ in CASES].count(rule) < 2] == []


ON_THE_VM = """
from railbird.table import Table

for inputs in {hands!r}:
    told = []
    table = Table(lambda *fact: told.append(fact), {ups})
    for now, kind, zone, code, arg in inputs:
        table.apply(now, kind, zone, code, arg)
    print(told)
"""


def test_the_same_facts_on_the_vm(vm) -> None:
    drivers = [played(script) for _, script in CASES]
    source = ON_THE_VM.format(hands=[driver.inputs for driver in drivers], ups=ALL_UP)
    said = [ast.literal_eval(line) for line in vm(source).splitlines()]
    assert said == [driver.facts for driver in drivers]
    assert sum(fact[0] == facts.VERDICT for told in said for fact in told) > 50

"""What the regulation leaves to people is on the screen of whoever has to do it, at the moment that it is due, and gone
once it has been done. Each paragraph that asks for a record or a procedure has its case here.
"""

import pytest

from host_tools.cli.night_calls import NightCalls
from host_tools.engine.session.script_file import load
from host_tools.live.desk import Refused
from host_tools.live.night import housed
from host_tools.live.picture import picture
from host_tools.live.roles import DEALER, FLOOR, ROLES, VIEWER
from host_tools.live.watch import Watch
from host_tools.records.desk import Desk
from host_tools.records.night_book import NightBook
from host_tools.records.store import open_store
from host_tools.tracker.tracker import Tracker

HOUSE = """
evening = '''
clock 72000
sit 1 Ann 200
sit 2 Bob 200
sit 4 Cleo 150
sit 5 Dev 150
{evening}
'''

[table]
number = 7
seats = 9

[table.rake]
methods = ["percentage"]
per_mille = 100
cap = 5

[table.jackpot]
collection = [72000, 90000]
qualifying = [72000, 90000]
contribution = 1
max_contribution = 1
min_pot = 10
min_dealt = 4
claim_days = 30
restrictions = "One payout a person."
qualifiers = {{ "high hand" = "2c2d2h2s3d" }}

[[table.stakes]]
name = "hold'em 2-4"
game = "holdem"
wagers = [4, 8]
buy_in = [40, 300]
blinds = [1, 2]
limits = ["fixed", 2, 4]
"""
OPENING = """
distribute "Sue Hill" red blue
dealer "Dan Moss" D-1001
inspect red 1
inspect red 2
inspect blue 1
inspect blue 2
open
"""
QUADS = """
cards 1 8h8d
cards board 8c8sAh4h5s
hand
4 raise 4
finish
"""


class Screens:
    """The pages of a table with records; `put` is the floor, `has` looks for a sentence."""

    def __init__(self, tmp_path, evening):
        file = tmp_path / "house.toml"
        file.write_text(HOUSE.format(evening=evening))
        self.store = open_store(f"sqlite:///{tmp_path}/night.db", create=True)
        desk = Desk(self.store, "table 7", lambda: 0)
        tracker = Tracker(lambda *_command: None, ("muck",))
        self.night = housed(load(file))
        self.watch = Watch(tracker, ("muck",), 9)
        self.watch.night = self.night
        book = NightBook(self.store, desk)
        book.begin("test")
        book.opened(self.night.opening)
        self.night.on_step = book.step
        self.calls = NightCalls(self.night, tracker, self.watch, self.watch.decided, book).calls

    def put(self, *event):
        self.calls["session"]({"event": list(event), "why": "it is due"}, "Sue")

    def due(self, role=FLOOR):
        return picture(self.watch, role)["night"]["due"]

    def has(self, rule, role=FLOOR):
        return any(rule in text for text in self.due(role))

    def posted(self):
        return picture(self.watch, VIEWER)["posted"]

    def layout(self, **found):
        self.calls["layout"](found, "Sue")


@pytest.fixture
def screens(tmp_path):
    made = []

    def make(evening=OPENING):
        made.append(Screens(tmp_path, evening))
        return made[-1]

    yield make
    for one in made:
        one.store.close()


@pytest.mark.rule("a(2)")
@pytest.mark.rule("a(2)(i)")
@pytest.mark.rule("a(4)")
@pytest.mark.rule("f(1)")
def test_a_table_is_looked_at_before_it_opens(screens):
    """The mark of the facility ticked, the rake area not: INCOMPLETE; the tip box at seat 6; another room."""
    page = screens("")
    assert page.has("[a(2)]")
    page.layout(logo="eagle", tip_box=True, tip_side="seat 6", area="slots")
    assert {
        text for text in page.due() if text.partition("[")[2] in ("a(2)]", "a(2)(ii)]", "a(4)]", "f(1)]")
    } == {
        "the layout is INCOMPLETE [a(2)]",
        "the layout has no marked area for the rake [a(2)(ii)]",
        "the tip box is at seat 6, not on the dealer's [a(4)]",
        "the table does not stand in the poker room [f(1)]",
    }
    page.layout(rake_area=True, tip_box=True, tip_side="dealer", area="poker room")
    assert page.has("neither name nor logo of the facility [a(2)(i)]")
    page.layout(
        facility_name="Railbird Room", rake_area=True, tip_box=True, tip_side="dealer", area="poker room"
    )
    assert not any(page.has(rule) for rule in ("[a(2)", "[a(4)]", "[f(1)]"))
    with pytest.raises(Refused, match="rake_area"):
        page.layout(rake_area="yes")
    with pytest.raises(Refused, match="area"):
        page.layout(area="x" * 100)


@pytest.mark.rule("a(5)(ii)")
def test_decks_are_distributed_before_anybody_plays(screens):
    page = screens("")
    assert page.has("[a(5)(ii)]")
    page.put("distribute", "Sue Hill", "red", "blue")
    assert not page.has("[a(5)(ii)]")


@pytest.mark.rule("c(3)(v)")
def test_what_becomes_of_the_chips_of_who_is_away(screens):
    """$150 at seat 4: not yet recorded; counted by the supervisor."""
    page = screens()
    page.put("away", 4)
    assert page.has("seat 4 left with 150: counted, held or left is not recorded [c(3)(v)]")
    with pytest.raises(Refused, match="reason"):
        page.calls["settle"]({"seat": 4, "method": "counted", "why": ""}, "Sue")
    assert page.has("[c(3)(v)]")
    page.calls["settle"]({"seat": 4, "method": "counted", "why": "asked for"}, "Sue")
    assert not page.has("[c(3)(v)]")


@pytest.mark.rule("f(6)")
def test_the_dealers_log_of_a_round_has_a_record_or_a_waiver_of_each_item(screens):
    page = screens()
    desk = page.night.on_step.__self__._desk
    from host_tools.records import models

    desk.hand = 1
    desk.add(models.hands, number=1, seats=[1, 2], outcome="complete", ended=1)
    page.night.look_again()
    assert page.has("no record of f(6)(i), f(6)(ii), f(6)(iii)", DEALER)
    for number in ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii"):
        page.calls["log"]({"item": f"f(6)({number})", "text": "done", "waiver": False}, "Dan")
    assert page.has("no record of f(6)(ix) in hand 1 [f(6)]", DEALER)
    with pytest.raises(Refused):
        page.calls["log"]({"item": "f(6)(ix)", "text": " ", "waiver": True}, "Dan")
    with pytest.raises(ValueError, match="expected one of"):
        page.calls["log"]({"item": "f(7)", "text": "no jackpot", "waiver": True}, "Dan")
    page.calls["log"]({"item": "f(6)(ix)", "text": "no jackpot here", "waiver": True}, "Dan")
    assert not page.has("[f(6)]", DEALER)


@pytest.mark.rule("o(1)(i)")
@pytest.mark.rule("o(1)(ii)")
def test_what_is_filed_on_the_rake_is_there_when_the_table_opens(screens):
    page = screens("")
    assert page.has("nothing is filed on the rake [o(1)]")
    for line in (
        "distribute Sue red blue",
        "dealer Dan D-1001",
        "inspect red 1",
        "inspect red 2",
        "inspect blue 1",
    ):
        kind, *rest = line.split()
        page.put(kind, *[int(word) if word.isdigit() else word for word in rest])
    assert page.has("deck blue: inspected by 1 of 2 [d]")
    page.put("inspect", "blue", 4)
    page.put("open")
    assert not page.has("[o(1)")


@pytest.mark.rule("o(2)(iii)(e)")
def test_time_charges_wait_for_who_verifies_them(screens):
    page = screens()
    session = page.night.session
    page.night.session = session._replace(held=63, to_verify=True)
    assert page.has("time charges are to be verified [o(2)(iii)(e)]")
    with pytest.raises(ValueError, match=r"o\(2\)\(iii\)\(e\)"):
        page.calls["round"]({"event": ["rake_to_box"]}, "Dan")
    page.put("verify", "Sue Hill")
    page.calls["round"]({"event": ["rake_to_box"]}, "Dan")
    assert not page.has("[o(2)(iii)(e)]")


@pytest.mark.rule("o(3)")
@pytest.mark.rule("q")
def test_the_signs_and_the_announcement_are_on_everybodys_page(screens):
    page = screens()
    told = page.posted()
    assert told["signs"][0] == "Rake: 10% of all bets, maximum $5"
    assert told["announcement"] == "Texas hold'em $4-$8, 5 seats open"
    for role in ROLES:
        assert "Ann" not in str(picture(page.watch, role)["posted"])


@pytest.mark.rule("r(2)")
@pytest.mark.rule("r(2)(i)")
@pytest.mark.rule("r(2)(vi)")
@pytest.mark.rule("r(2)(vii)")
def test_the_rules_of_the_jackpot_are_posted_with_its_fund(screens):
    """Collected and qualifying from 20:00 to 1:00; a hand of quads has given $1."""
    before = screens(OPENING).posted()["signs"][1]
    assert before.startswith("Jackpot: $0. Collected 20:00-1:00, hands qualify 20:00-1:00.")
    assert "To be collected within 30 days; nobody has to be present at the end of the period." in before
    assert "Valid identification is needed for a hand to qualify." in before


@pytest.mark.rule("r(2)(vii)")
@pytest.mark.rule("r(4)(i)")
@pytest.mark.rule("r(4)(ii)")
@pytest.mark.rule("r(4)(iv)")
@pytest.mark.rule("r(4)(v)")
def test_a_qualifying_hand_calls_the_floor_whose_form_has_no_blank(screens):
    page = screens(OPENING + QUADS)
    assert page.posted()["signs"][1].startswith("Jackpot: $1. ")
    assert page.has("seat 1 waits for the floor: high hand [r(4)]", DEALER)
    with pytest.raises(ValueError, match=r"lacks phone"):
        page.put("qualify", "Ann", "", "Max Stone", "F-7", "identified")
    with pytest.raises(ValueError, match=r"r\(4\)\(v\)"):
        page.put("qualify", "Ann", "555-0100", "Dan Moss", "D-1001", "identified")
    with pytest.raises(ValueError, match=r"r\(4\)\(iv\)"):
        page.put("dealer", "Rae Lund", "")
    page.put("qualify", "Ann", "555-0100", "Max Stone", "F-7", "")
    assert page.has("form of Ann is pending: no identification [r(2)(vii)]")
    assert page.night.session.period.forms[0].table == 7
    page.put("identify", "Ann")
    assert not page.has("[r(")
    assert all("555-0100" not in str(picture(page.watch, role)) for role in ROLES)


@pytest.mark.rule("o(2)(i)(c)")
@pytest.mark.rule("e")
def test_rake_and_cut_come_before_the_next_hand(screens):
    page = screens(OPENING + "hand\n4 raise 4\nfinish\n")
    assert page.has("still in the rake area [o(2)(i)(c)]", DEALER)
    assert page.has("shuffle, stack and cut the deck [e]", DEALER)
    page.calls["round"]({"event": ["rake_to_box"]}, "Dan")
    page.calls["round"]({"event": ["cut"]}, "Dan")
    assert not page.has("[o(2)", DEALER)
    assert not page.has("[e]", DEALER)

"""The page in a real browser: what a dealer, a floor and a viewer do with it. Left out where there is no Chromium."""

import os

import pytest

from tests.live.browser import CHROMIUM, hand, play, running, take

pytest.importorskip("playwright", reason="Playwright is not installed")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None and "CI" not in os.environ, reason="no Chromium: the page is not driven in a browser"
)

EVENING_MS = 1_200_000
SMALL = ("--board", "virtual_9", "--pace", "fast", "--seats", "2")


def until_hand(page, number):
    page.wait_for_function(
        "number => Number(/hand (\\d+)/.exec(document.getElementById('where').textContent)?.[1] ?? 0) >= number",
        arg=number,
    )


@pytest.mark.parametrize(
    ("game", "board"), [("holdem", "virtual_9"), ("stud7_high", "stud_8")], ids=["holdem", "stud"]
)
def test_a_whole_hand_is_played_from_the_dealers_console(enter_as, game, board):
    with running("--game", game, "--board", board, "--pace", "fast", "--seats", "2") as server:
        page = enter_as("dealer", server.address)
        take(page)
        assert play(page) >= {"check", "show"}
        lines = page.inner_text("#lines")
        assert "wins" in lines
        assert f"hand {hand(page)} begins" in lines


def test_a_misdeal_is_decided_by_the_floor_with_its_reason(enter_as):
    with running(*SMALL[:-1], "4", "--mistakes", "1", "--seed", "7") as server:
        page = enter_as("floor", server.address)
        page.click("#attend")
        page.wait_for_selector("#next.held")
        assert page.inner_text("#expected") == "the deal is held"
        page.wait_for_selector(".verdict.standing")
        number = hand(page)
        page.get_by_text("Misdeal", exact=True).click()
        page.wait_for_selector("#toast.shown.bad")
        assert "reason" in page.inner_text("#toast")
        page.fill("#why", "two cards to one seat")
        page.get_by_text("Misdeal", exact=True).click()
        until_hand(page, number + 1)
        assert "floor (Ana): misdeal; two cards to one seat" in page.inner_text("#lines")


def test_a_lost_reader_and_a_lost_table_are_shown_and_come_back(enter_as):
    with running(*SMALL) as server:
        floor = enter_as("floor", server.address)
        viewer = enter_as("viewer", server.address)
        until_hand(viewer, 1)
        floor.select_option("#fault-zone", "burn")
        floor.select_option("#fault-name", "unplugged")
        floor.get_by_text("Plant", exact=True).click()
        viewer.wait_for_selector("#felt .zone.unknown[data-zone=burn]")
        viewer.wait_for_selector("#readers .unknown")
        assert "UNKNOWN: burn" in viewer.get_attribute("#readers", "aria-label")
        floor.click("#planted .clear")
        viewer.wait_for_selector("#felt .zone.unknown", state="detached")
        floor.click("#cut")
        viewer.wait_for_selector("#link.bad")
        assert viewer.inner_text("#link") == "table lost"
        floor.click("#cut")
        viewer.wait_for_function("() => document.getElementById('link').textContent === 'table connected'")


def test_a_reload_in_mid_hand_a_second_tab_and_a_new_server(enter_as):
    with running(*SMALL) as server:
        page = enter_as("dealer", server.address)
        take(page)
        before = page.inner_text("#choices"), page.inner_text("#where")
        page.reload()
        page.wait_for_selector("#choices .fold, #choices .check")
        assert (page.inner_text("#choices"), page.inner_text("#where")) == before
        tab = page.context.new_page()
        tab.goto(server.address)
        tab.wait_for_selector("#choices .fold, #choices .check")
        assert tab.inner_text("#choices") == before[0]
        tab.click("#choices :is(.call, .check)")
        page.wait_for_function("text => document.getElementById('choices').innerText !== text", arg=before[0])
        port = server.port
        server.stop()
        page.wait_for_selector("#link.bad")
        with running(*SMALL, port=port):
            page.wait_for_function("() => document.getElementById('link').textContent === 'table connected'")
            until_hand(page, 1)


def test_the_way_of_a_stray_tag_by_mouse_and_by_keyboard(enter_as):
    with running(*SMALL) as server:
        page = enter_as("floor", server.address)
        page.click("#attend")
        until_hand(page, 1)
        page.select_option("#from", "stranger")
        page.select_option("#to", "board_5")
        page.get_by_text("Lay", exact=True).click()
        page.wait_for_selector(".verdict.standing")
        page.click(".verdict.standing")
        page.wait_for_selector("dialog[open] .rule")
        assert page.inner_text("dialog .rule").startswith("a(5)(i)")
        assert "Bytes on the bus" in page.inner_text("dialog")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
        page.focus(".verdict.standing")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")


def test_a_card_is_dragged_onto_a_zone_and_the_firmware_answers(enter_as):
    with running(*SMALL) as server:
        page = enter_as("dealer", server.address)
        take(page)
        page.wait_for_function("() => document.getElementById('tally').textContent.includes('seats 4')")
        card = page.wait_for_selector("#felt .card.back[data-from^=seat]").bounding_box()
        goal = page.wait_for_selector("#felt .zone[data-zone=board_4]").bounding_box()
        page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
        page.mouse.down()
        page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
        page.mouse.up()
        page.wait_for_function(
            "() => document.getElementById('lines').textContent.includes('lays a card from seat_')"
        )
        page.wait_for_function("() => document.getElementById('tally').textContent.includes('board 1')")
        assert "seats 3" in page.inner_text("#tally")


def test_the_floor_seats_a_player_and_looks_at_the_evening(enter_as, tmp_path):
    with running(*SMALL, "--record", f"sqlite:///{tmp_path}/night.db") as server:
        floor = enter_as("floor", server.address)
        until_hand(floor, 2)
        seats = floor.evaluate(
            "() => [...document.querySelectorAll('#seated li')].map((one) => one.textContent[0])"
        )
        empty = next(seat for seat in "123456789" if seat not in seats)
        floor.select_option("#player-seat", empty)
        floor.fill("#player-name", "Ann Bell")
        floor.fill("#player-amount", "60")
        floor.get_by_text("Put in", exact=True).first.click()
        floor.wait_for_selector("#toast.shown.bad")
        assert "reason" in floor.inner_text("#toast")
        floor.fill("#why", "from the list")
        floor.get_by_text("Put in", exact=True).first.click()
        floor.wait_for_function("() => document.getElementById('seated').textContent.includes('Ann Bell 60')")
        floor.fill("#line", 'dealer "Rae Lund" D-1002')
        floor.wait_for_function(
            "() => document.getElementById('posted').textContent.includes('6 seats open')"
        )
        assert "Rake: 10%" in floor.inner_text("#posted")
        floor.click("#pause")
        floor.wait_for_selector("#pause[aria-pressed=true]")
        floor.fill("#bets", "2 4")
        floor.select_option("#structure", "fixed")
        floor.fill("#percent", "5")
        for name, shown in (("Post the limits", "$2-$4"), ("Post the rake", "Rake: 5%")):
            floor.get_by_text(name, exact=True).click()  # enabled once the hand under way has ended
            floor.wait_for_function(
                "text => document.getElementById('posted').textContent.includes(text)", arg=shown
            )
        floor.click("#evening")
        floor.wait_for_selector("#charts[open] svg rect")
        assert "hands, rake" in floor.text_content("#charts desc")
        viewer = enter_as("viewer", server.address)
        assert not viewer.is_visible("#evening")
        assert "Ann" not in viewer.content()


def test_the_dealer_takes_a_word_back_and_pushes_the_pots(enter_as):
    with running(*SMALL) as server:
        page = enter_as("dealer", server.address)
        take(page)
        number = hand(page)
        before = page.inner_text("#choices")
        page.keyboard.press("c")
        page.wait_for_selector("#choices .check")
        page.keyboard.press("u")
        page.wait_for_function("text => document.getElementById('choices').innerText === text", arg=before)
        page.keyboard.press("f")
        page.wait_for_selector("#choices .push")
        page.keyboard.press("p")
        until_hand(page, number + 1)
        assert "pushes the pots" in page.inner_text("#lines")


def size(page):
    """The page's own memory after a collection, in KB, and how many elements it has."""
    inspector = page.context.new_cdp_session(page)
    inspector.send("HeapProfiler.collectGarbage")
    used = inspector.send("Runtime.getHeapUsage")["usedSize"] // 1024
    return used, page.evaluate("() => document.querySelectorAll('*').length")


def test_sixty_hands_at_fast_pace_leave_page_and_server_as_small_as_ten(enter_as):
    with running(*SMALL, "--hands", "60") as server:
        page = enter_as("viewer", server.address)
        until_hand(page, 10)
        before, resident = size(page)[0], server.resident_kb
        over = "() => document.getElementById('link').textContent === 'the evening is over'"
        page.wait_for_function(over, timeout=EVENING_MS)
        assert hand(page) == 60
        after, elements = size(page)
        assert after - before < 3_000
        assert elements < 800
        assert server.resident_kb - resident < 20_000


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (820, 1180), (1180, 820)])
def test_it_fits_a_laptop_and_a_tablet_either_way(enter_as, width, height):
    with running(*SMALL) as server:
        page = enter_as("dealer", server.address, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width == 1280:
            assert page.evaluate("document.documentElement.scrollHeight") <= height
        felt = page.wait_for_selector("#felt").bounding_box()
        assert felt["height"] > height / 3


def test_every_control_has_a_name_and_text_stands_out_from_its_ground(enter_as):
    with running(*SMALL) as server:
        for role in ("dealer", "floor"):
            page = enter_as(role, server.address)
            until_hand(page, 1)
            unnamed = page.evaluate(
                """() => [...document.querySelectorAll("main button, main input, main select, header button")]
                .filter((node) => !(node.textContent.trim() || node.getAttribute("aria-label") || node.labels?.length))
                .map((node) => node.outerHTML)"""
            )
            assert unnamed == []
            assert page.evaluate(CONTRAST) == []


# Text whose contrast with the ground behind it is below 4.5 to 1 (WCAG 2.2, 1.4.3), the felt's drawing apart.
CONTRAST = """() => {
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92
    : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.9) return colour;
    }
    return [255, 255, 255];
  };
  const weak = [];
  for (const node of document.querySelectorAll("header *, aside *, #desk *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!own || !node.offsetParent || node.closest(".unknown")) continue;
    const [a, b] = [light(numbers(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) weak.push(`${node.tagName}.${node.className}: ${node.textContent.slice(0, 30)}`);
  }
  return weak;
}"""

"""Overlay, producer's panel, looking back and a card carried by the keys, in a real browser. Left out where there is
no Chromium.
"""

import os
import re

import pytest

from host_tools.live.server import PAGE
from tests.live.browser import CHROMIUM, play, running
from tests.live.test_page import CONTRAST

pytest.importorskip("playwright", reason="Playwright is not installed")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None and "CI" not in os.environ, reason="no Chromium: the page is not driven in a browser"
)

SMALL = ("--board", "virtual_9", "--pace", "fast", "--seats", "2", "--delay", "0", "--short-delay")
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001"
    "a5f645400000000049454e44ae426082"
)


def test_the_overlay_shows_names_and_cards_until_the_producer_hides_it(new_page, enter_as, tmp_path):
    (tmp_path / "ana.png").write_bytes(PNG)
    seats = {str(seat): {"name": f"Player {seat}", "photo": "ana.png"} for seat in range(1, 10)}
    (tmp_path / "players.json").write_text(str(seats).replace("'", '"'))
    with running(*SMALL, "--players", str(tmp_path / "players.json")) as server:
        dealer = enter_as("dealer", server.address)
        dealer.click("#take")
        dealer.wait_for_selector("#choices :is(.fold, .check, .show, .push)")
        if dealer.query_selector("#choices :is(.show, .push)"):
            play(dealer)  # the hand under way was as good as over: it has no odds any more
        dealer.wait_for_selector("#choices :is(.fold, .check)")
        overlay = new_page(1920, 1080)
        overlay.goto(f"{server.address}overlay")
        overlay.wait_for_selector(".seat .card:not(.back)", timeout=90_000)
        overlay.wait_for_selector(".seat .odds", timeout=90_000)
        assert overlay.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        assert overlay.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        ) == [
            1920,
            1080,
        ]
        assert re.search(r"Player \d", overlay.inner_text(".seat .name"))
        assert overlay.evaluate("document.querySelector('.seat img').naturalWidth") == 1
        producer = enter_as("producer", server.address)
        producer.wait_for_selector("#hands tr")
        assert producer.evaluate(CONTRAST) == []
        felt = enter_as("producer", f"{server.address}?overlay")
        felt.wait_for_selector("#felt .card:not(.back)")
        assert len(overlay.query_selector_all(".seat .card:not(.back)")) == 4
        producer.keyboard.press("h")
        overlay.wait_for_function("() => document.querySelectorAll('.card').length === 0")
        assert producer.get_attribute("#hide", "aria-pressed") == "true"
        felt.wait_for_selector("#felt", state="hidden")
        overlay.reload()
        overlay.wait_for_function("() => document.body.dataset.hidden === 'true'")
        assert overlay.query_selector_all(".card") == []
        producer.keyboard.press("h")
        overlay.wait_for_selector(".seat .card:not(.back)")
        floor = enter_as("floor", server.address)
        floor.wait_for_function(
            "() => document.getElementById('lines').textContent.includes('Ana): hides the stream')"
        )
        producer.click("#hands button")
        producer.fill("#stream-name", "Cléo")
        producer.click("#rename button")
        overlay.wait_for_function(
            "() => [...document.querySelectorAll('.name')].some((node) => node.textContent.startsWith('Cléo'))"
        )


@pytest.mark.parametrize(("seats", "cards"), [(2, 7), (6, 2), (8, 7), (9, 4), (11, 3)])
def test_every_seat_has_room_on_the_overlay(new_page, seats, cards):
    """However many there are, however many cards, all of them in the hand and with odds."""
    page = new_page(1920, 1080)
    style, html = ((PAGE / f"overlay.{kind}").read_text() for kind in ("css", "html"))
    row = (
        '<li class="seat"><div class="cards">'
        + '<b class="card back"></b>' * cards
        + '</div><div class="who">'
        '<span class="name">Name</span><span class="stack">1,000</span></div>'
        '<div class="under"><span>a hand</span></div>'
        '<div class="odds"><meter max="100" value="50"></meter><span>50 %</span></div></li>'
    )
    body = html.partition("<body>")[2].replace('<ol id="seats">', f'<ol id="seats">{row * seats}')
    page.set_content(f"<style>{style}</style>{body}")
    boxes = [node.bounding_box() for node in page.query_selector_all(".seat, .seat .card, .odds")]
    assert len(boxes) == seats * (cards + 2)
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= 1080 for box in boxes)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 700 for box in boxes)


def test_a_hand_is_stepped_through_with_the_keys_and_now_goes_on(enter_as):
    with running(*SMALL) as server:
        dealer = enter_as("dealer", server.address)
        dealer.click("#take")
        dealer.wait_for_selector("#choices button")
        viewer = enter_as("viewer", server.address)
        viewer.keyboard.press("l")
        viewer.wait_for_selector("#past:not([hidden])")
        steps = int(viewer.get_attribute("#bar", "max"))
        assert steps > 8
        cards = "document.querySelectorAll('#felt .card[data-from^=seat]').length"
        viewer.wait_for_function(f"() => {cards} === 4")
        viewer.keyboard.press("Home")
        viewer.wait_for_function("() => document.getElementById('step').textContent.startsWith('1 of ')")
        viewer.wait_for_function(f"() => {cards} === 0")
        for _ in range(steps):
            viewer.keyboard.press("ArrowRight")
        viewer.wait_for_function(f"() => {cards} === 4")
        assert viewer.query_selector_all("#felt .card[data-from^=seat]:not(.back)") == []
        assert viewer.get_attribute("#bar", "aria-valuetext")
        dealer.query_selector("#choices :is(.call, .check)").click()
        viewer.keyboard.press("Escape")
        viewer.wait_for_selector("#past", state="hidden")
        viewer.wait_for_function("() => document.getElementById('lines').textContent.match(/calls|checks/)")


def test_a_card_is_carried_with_the_keys_and_the_firmware_answers(enter_as):
    with running(*SMALL) as server:
        page = enter_as("dealer", server.address)
        page.click("#take")
        play(page)  # the hand that was under way, wherever it was
        page.wait_for_selector("#choices .fold, #choices .check")
        page.wait_for_function("() => document.getElementById('tally').textContent.includes('seats 4')")
        page.focus("#felt .card.back[data-from^=seat]")
        page.keyboard.press("g")
        page.wait_for_selector("#goal")
        for _ in range(30):
            if "to board 4:" in page.inner_text("#toast"):
                break
            page.keyboard.press("ArrowRight")
        assert "to board 4:" in page.inner_text("#toast")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "() => document.getElementById('lines').textContent.includes('lays a card from seat_')"
        )
        page.wait_for_function("() => document.getElementById('tally').textContent.includes('board 1')")
        page.wait_for_selector("#goal", state="detached")

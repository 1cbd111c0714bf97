// The page: who is watching, the stream, keys and the mouse.

import { carry, get, post } from "./calls.js";
import * as hand from "./carry.js";
import * as charts from "./charts.js";
import * as desk from "./desk.js";
import { at, html, replace, say } from "./dom.js";
import * as felt from "./felt.js";
import { watch } from "./feed.js";
import * as night from "./floor.js";
import * as panels from "./panels.js";
import * as scrub from "./scrub.js";
import * as studio from "./studio.js";

let picture = null;
let pageOpen = false;
let stop = () => {};
let fading = 0;

function toast(text, bad = false) {
  const node = at("toast");
  node.textContent = text;
  node.className = bad ? "shown bad" : "shown";
  clearTimeout(fading);
  fading = setTimeout(() => { node.className = ""; }, bad ? 9000 : 4000);
}

const speak = (now) => say("words", felt.spoken(now));

const PARTS = [
  [["hand", "link"], panels.header],
  [["expected", "held", "advice", "hand"], panels.next],
  [["verdicts", "tally"], panels.verdicts],
  [["ledger", "counts"], panels.ledger],
  [["readers"], panels.readers],
  [["link"], () => panels.link(picture, pageOpen)],
  [["lines"], panels.lines],
  [["chips"], panels.money],
  [["count"], panels.counted],
  [["desk", "seats"], desk.show],
  [["night", "link"], night.show],
  [["posted"], panels.posted],
  [["stream", "hand"], studio.show],
  [["seats", "board", "burns", "button", "expected", "readers", "counts", "hand"], felt.draw],
  [["hand", "board", "held"], speak],
];

// What shows a moment of the past while somebody looks back; the rest goes on.
const PAST = [panels.next, panels.verdicts, panels.ledger, panels.lines, felt.draw, speak];

function show(now, changed) {
  picture = now;
  const past = scrub.active();
  for (const [keys, draw] of PARTS) {
    if (!(past && PAST.includes(draw)) && keys.some((key) => changed.has(key))) draw(now);
  }
  document.body.dataset.seen = String(Number(document.body.dataset.seen ?? 0) + 1);
}

function linked(open) {
  pageOpen = open;
  if (picture) panels.link(picture, open);
  else say("link", open ? "waiting for the table" : "connecting");
}

async function begin() {
  stop();
  let me;
  try {
    me = await get("/api/me");
  } catch {
    linked(false);
    setTimeout(begin, 2000);
    return;
  }
  carry(me.token);
  at("login").hidden = me.role !== null;
  document.querySelector("main").hidden = me.role === null;
  at("leave").hidden = me.role === null;
  if (me.role === null) {
    ask(me);
    return;
  }
  sessionStorage.setItem("role", me.role);
  document.body.dataset.role = me.role;
  say("me", `${me.who} · ${me.role}`);
  const places = await get("/api/felt");
  felt.lay(places);
  desk.build(me.role, places, toast);
  charts.build(me.role, toast);
  studio.build(me.role, toast);
  hand.build(moves, desk.move, toast);
  scrub.close();
  scrub.build((moment) => PAST.forEach((draw) => draw(moment)), () => PAST.forEach((draw) => draw(picture)), toast);
  stop = watch(show, linked, () => setTimeout(begin, 1000));
}

async function ask(me) {
  at("open").hidden = !me.open;
  at("secret").hidden = me.open;
  replace("role", ...me.roles.map((role) => html("option", { value: role }, role)));
  const before = sessionStorage.getItem("role");
  if (before) at("role").value = before;
  // A server that was restarted has forgotten us; where no password is asked for, nobody has to notice.
  if (me.open && before) await enter(before, sessionStorage.getItem("who") ?? "", "");
}

async function enter(role, who, password) {
  try {
    await post("/api/login", { role, who, password });
    sessionStorage.setItem("who", who);
    at("password").value = "";
    say("refused", "");
    await begin();
  } catch (error) {
    say("refused", error.message);
  }
}

at("login").addEventListener("submit", (event) => {
  event.preventDefault();
  enter(at("role").value, at("who").value, at("password").value);
});

at("leave").addEventListener("click", async () => {
  stop();
  sessionStorage.clear();
  await post("/api/logout", {}).catch(() => {});
  location.reload();
});

// Four colours stay as chosen.
function colours(on) {
  document.body.classList.toggle("four", on);
  at("suits").setAttribute("aria-pressed", String(on));
  localStorage.setItem("four", String(on));
}
colours(localStorage.getItem("four") === "true");
at("suits").addEventListener("click", () => colours(!document.body.classList.contains("four")));

// X-ray.
async function xray(about, title) {
  if (scrub.active()) return;
  try {
    panels.way(await get(`/api/way/${about}`));
    say("about", title);
    at("way").showModal();
  } catch (error) {
    toast(error.message, true);
  }
}

document.addEventListener("click", (event) => {
  const node = event.target.closest("[data-about]");
  if (node) xray(node.dataset.about, node.textContent);
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && event.target.dataset?.about && event.target.localName === "g") xray(event.target.dataset.about, event.target.textContent);
  else if (event.key === "4") colours(!document.body.classList.contains("four"));
  else document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)?.click();
});

// A card is dragged onto a zone of the simulated felt; the firmware answers.
let held = null;
const moves = () => !scrub.active() && !document.body.classList.contains("real") && ["dealer", "floor"].includes(document.body.dataset.role);

function onFelt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(at("felt").getScreenCTM().inverse());
  return felt.zoneAt(point.x, point.y);
}

at("felt").addEventListener("pointerdown", (event) => {
  const node = event.target.closest("[data-from]");
  if (!node || !moves()) return;
  held = { from: node.dataset.from, nth: Number(node.dataset.nth), x: event.clientX, y: event.clientY };
});

window.addEventListener("pointermove", (event) => {
  if (held) document.body.classList.toggle("dragging", Math.hypot(event.clientX - held.x, event.clientY - held.y) > 8);
});

window.addEventListener("pointerup", (event) => {
  const card = held;
  held = null;
  const moved = document.body.classList.contains("dragging");
  document.body.classList.remove("dragging");
  if (!card || !moved) return;
  const goal = onFelt(event) ?? "off";
  if (goal !== card.from) desk.move(card.from, card.nth, goal);
});

document.body.classList.toggle("overlay", new URLSearchParams(location.search).has("overlay"));
setInterval(() => { if (picture) panels.tick(picture.link.open && pageOpen); }, 500);
begin();

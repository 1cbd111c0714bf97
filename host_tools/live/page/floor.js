// The night: who sits where, what is played, what is due; for the floor, and what of it the dealer does.

import { at, html, replace, words } from "./dom.js";
import * as terms from "./terms.js";

const PLAYER = ["sit", "add", "leave", "move", "away", "back", "post"];
const METHODS = ["counted", "held", "left"];
let latched = [];
let run = () => {};

const button = (text, onclick, kind = "") => html("button", { type: "button", class: kind, onclick }, text);
const choose = (id, label, values) =>
  html("label", {}, label, html("select", { id }, ...values.map((value) => html("option", { value }, value))));
const field = (id, label, size, attributes = {}) => html("label", {}, label, html("input", { id, size, ...attributes }));
const why = () => at("why").value;

export function floor(felt, act) {
  run = act;
  latched = felt.latched;
  const seats = Array.from({ length: felt.seats }, (_, n) => String(n + 1));
  const pause = button("Stop after this hand", () => run("pause", { on: at("pause").dataset.on !== "true" }), "simulated");
  pause.id = "pause";
  return [
    html("fieldset", { id: "players" }, html("legend", {}, "Players"),
      choose("player-act", "", PLAYER), choose("player-seat", "seat", seats),
      field("player-name", "name", 9, { maxlength: 60 }), field("player-amount", "chips or seat", 5, { inputmode: "numeric" }),
      button("Put in", player), html("ul", { id: "seated" })),
    html("fieldset", { id: "night" }, html("legend", {}, "Night"),
      pause,
      choose("game", "next game", []), button("Play it", () => session("game", at("game").value), "between"),
      field("line", "input", 22, { placeholder: 'distribute "Sue Hill" red blue' }), button("Put in", line),
      button("Take back", () => session("undo", 1)), button("Count the deck", () => run("count", { on: true })),
      html("span", { id: "latched" })),
    ...terms.build(felt, session),
    html("fieldset", { id: "layout" }, html("legend", {}, "The table as it stands"),
      field("facility", "name on the felt", 9, { maxlength: 60 }), tick("rake-area", "rake area"), tick("tip-box", "tip box"),
      field("tip-side", "at", 6, { value: "dealer" }), field("area", "stands in", 9, { value: "poker room" }),
      button("Looked at", look)),
  ];
}

const tick = (id, label) => html("label", {}, label, html("input", { id, type: "checkbox" }));

const look = () => run("layout", {
  facility_name: at("facility").value, rake_area: at("rake-area").checked, tip_box: at("tip-box").checked,
  tip_side: at("tip-side").value, area: at("area").value,
});

const ITEMS = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"].map((number) => `f(6)(${number})`);
const log = (waiver) => run("log", { item: at("item").value, text: at("logged").value, waiver });

export function dealer(act) {
  run = act;
  return [
    html("fieldset", { id: "between" }, html("legend", {}, "Between hands"),
      button("Begin the hand", () => run("begin", {}), "begin"), button("Deck is cut", () => run("round", { event: ["cut"] }), "cut"),
      button("Rake to the box", () => run("round", { event: ["rake_to_box"] }), "box"),
      button("Count begins", () => run("count", { on: true })), button("Count ends", () => run("count", { on: false })),
      choose("item", "log", ITEMS), field("logged", "", 14, { "aria-label": "what is recorded, or why it is waived", maxlength: 200 }),
      button("Record", () => log(false)), button("Waive", () => log(true))),
  ];
}

const session = (...event) => run("session", { event, why: why() });

function player() {
  const act = at("player-act").value;
  const seat = Number(at("player-seat").value);
  const amount = Number(at("player-amount").value);
  if (act === "sit") session(act, seat, at("player-name").value, amount);
  else if (act === "add" || act === "move") session(act, seat, amount);
  else session(act, seat);
}

// An input of the session as a script of an evening has it: words, numbers, names of two words in quotes.
function line() {
  const found = at("line").value.match(/"[^"]*"|\S+/g) ?? [];
  session(...found.map((word) => (/^-?\d+$/.test(word) ? Number(word) : word.replaceAll('"', ""))));
}

export function show(picture) {
  const night = picture.night;
  at("todo").hidden = !night;
  if (!night) return;
  replace("due", ...(night.due.length ? night.due : ["nothing"]).map((text) => html("li", {}, text)));
  if (!at("seated")) return;
  const games = [...at("game").options].map((option) => option.value);
  terms.show(night);
  for (const node of document.querySelectorAll("#desk .between")) {
    node.disabled = night.playing;
    node.title = night.playing ? "between two hands" : "";
  }
  if (games.join() !== night.games.join()) replace("game", ...night.games.map((name) => html("option", { value: name }, name)));
  replace("seated", ...night.players.map(seated));
  const faults = picture.link.beat?.faults ?? 0;
  replace("latched", ...latched.filter((_, n) => (faults >> n) & 1).map((name) =>
    button(`clear ${name}`, () => run("clear", { fault: name, why: why() }), "clear grave")));
}

function seated(one) {
  const missed = one.missed.length ? `, missed ${one.missed.join(" and ")} blind` : "";
  const away = one.status === "away" ? METHODS.map((method) =>
    button(words(method), () => run("settle", { seat: one.seat, method, why: why() }))) : [];
  return html("li", {}, `${one.seat} ${one.name} ${one.stack} ${one.status}${missed}`, ...away);
}

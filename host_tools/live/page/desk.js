// What dealer and floor can do. The forms are built once; what may be declared follows the table.

import { act } from "./calls.js";
import { at, html, replace, words } from "./dom.js";
import { zones } from "./felt.js";
import * as night from "./floor.js";

let tell = () => {};
let faults = [];

const run = async (call, args) => {
  try {
    tell((await act(call, args)).done);
  } catch (error) {
    tell(error.message, true);
  }
};

const select = (id, label, values, text = words) =>
  html("label", {}, label, html("select", { id }, ...values.map((value) => html("option", { value }, text(value)))));

const button = (text, onclick, kind = "") => html("button", { type: "button", class: kind, onclick }, text);

export function build(role, felt, toast) {
  tell = toast;
  faults = felt.faults;
  const desk = at("desk");
  desk.hidden = !["dealer", "floor"].includes(role);
  if (desk.hidden) return;
  replace("desk", ...(role === "dealer" ? [...dealer(felt), ...night.dealer(run)] : [ruling(), ...night.floor(felt, run), faulty()]), cards(felt));
}

function dealer(felt) {
  const seats = Array.from({ length: felt.seats }, (_, n) => String(n + 1));
  return [
    html("fieldset", { id: "console" }, html("legend", {}, "Console"),
      button("Take the console", () => run("console", { on: at("take").dataset.on !== "true" }), "take simulated"),
      html("div", { id: "choices" }), html("p", { id: "asks" })),
    html("fieldset", {}, html("legend", {}, "Report"),
      select("what", "what", ["boxed", "exposed", "off the table"]), select("report-seat", "seat", seats),
      button("Report", () => run("report", { what: at("what").value, seat: Number(at("report-seat").value) }))),
  ].map((node) => {
    const take = node.querySelector(".take");
    if (take) take.id = "take";
    return node;
  });
}

function ruling() {
  const attend = button("I decide", () => run("ruling", { on: at("attend").dataset.on !== "true" }), "simulated");
  attend.id = "attend";
  return html("fieldset", {}, html("legend", {}, "Ruling"), attend,
    html("label", { class: "wide" }, "why", html("input", { id: "why", maxlength: 200, placeholder: "the reason, for the log" })),
    button("Goes on", () => rule("goes on"), "good"), button("Misdeal", () => rule("misdeal"), "grave"),
    button("Dead round, other deck", () => rule("dead round"), "grave"));
}

function faulty() {
  const names = faults.map(([name]) => name);
  const cut = button("Cut the link", () => run("link", { on: at("cut").dataset.on === "true" }));
  cut.id = "cut";
  return html("fieldset", { class: "simulated" }, html("legend", {}, "Faults (simulated)"),
    select("fault-zone", "reader", zones()), select("fault-name", "fault", names, (name) => name.replaceAll("_", " ")),
    button("Plant", () => run("fault", { name: at("fault-name").value, zone: at("fault-zone").value, on: true })),
    html("span", { id: "planted" }), cut);
}

const rule = (word) => run("rule", { word, why: at("why").value });

function cards(felt) {
  const from = ["stub", "stranger", ...zones()];
  const lay = button("Lay", () => run("move", { from: at("from").value, to: at("to").value }));
  const drag = [select("from", "from", from), select("to", "to", ["off", ...zones()]), lay];
  return html("fieldset", {}, html("legend", {}, felt.simulated ? "Cards (drag one, or)" : "Cards"),
    ...(felt.simulated ? drag : []),
    html("label", {}, "by hand", html("input", { id: "entered", size: 3, maxlength: 2, placeholder: "As" })),
    select("entered-at", "at", zones()),
    button("Enter", () => run("enter", { card: at("entered").value, zone: at("entered-at").value })));
}

export const move = (from, nth, to) => run("move", { from, nth, to });

export function show(picture) {
  const desk = picture.desk;
  if (!desk) return;
  toggle("take", desk.console, "Leave the console", "Take the console");
  toggle("attend", desk.floor, "Let the simulated floor decide", "I decide");
  toggle("pause", desk.paused, "Let the table go on", "Stop after this hand");
  toggle("cut", desk.cut, "Put the link back", "Cut the link");
  document.body.classList.toggle("real", !desk.simulated);
  const begin = document.querySelector("#between .begin");
  if (begin) begin.disabled = !desk.begin;
  if (at("choices")) choices(desk, picture);
  if (at("planted")) {
    replace("planted", ...desk.faults.map(([name, zone]) =>
      button(`clear ${name.replaceAll("_", " ")} at ${words(zone)}`, () => run("fault", { name, zone, on: false }), "clear")));
  }
}

function toggle(id, on, yes, no) {
  const node = at(id);
  if (!node) return;
  node.dataset.on = String(on);
  node.textContent = on ? yes : no;
  node.setAttribute("aria-pressed", String(on));
}

let offered = "";

function choices(desk, picture) {
  const now = JSON.stringify([desk.console, desk.push, desk.choices]);
  if (now === offered) return;
  offered = now;
  const parts = desk.choices.flatMap((event) => choice(event, picture));
  if (desk.push) parts.push(key(button("Push the pots", () => run("push", {}), "push"), "push"));
  if (desk.console) parts.push(key(button("Take back", () => run("undo", {}), "undo"), "undo"));
  replace("choices", ...parts);
  const waits = desk.choices.length || desk.push ? "" : "cards are being dealt";
  at("asks").textContent = desk.console ? waits : "the simulated players act by themselves";
}

const KEYS = { fold: "f", check: "c", call: "c", bet: "r", raise: "r", show: "s", muck: "m", bring_in: "b", discard: "d", push: "p", undo: "u" };

function choice(event, picture) {
  const [kind, seat, least, most] = event;
  const label = `${kind.replace("_", " ")} (seat ${seat})`;
  const declare = (...rest) => run("declare", { event: [kind, seat, ...rest] });
  if (kind === "bet" || kind === "raise" || kind === "discard") {
    const amount = html("input", { type: "number", min: least, max: most, value: least, "aria-label": `${kind} amount`, class: "amount" });
    const go = () => declare(Number(amount.value));
    const parts = [key(button(kind === "discard" ? `discard (seat ${seat})` : `${kind} to`, go, kind), kind), amount];
    const whole = picture.seats.find((one) => one.seat === seat);
    if (kind !== "discard" && whole && most >= whole.stack + whole.bet) parts.push(button("all-in", () => declare(most), "all-in"));
    return [html("span", { class: "group" }, ...parts)];
  }
  if (["deal", "burn", "board", "shuffle", "ante", "blind"].includes(kind)) return [];
  return [key(button(kind === "muck" ? `concede (seat ${seat})` : label, () => declare(), kind), kind)];
}

function key(node, kind) {
  if (KEYS[kind]) {
    node.dataset.key = KEYS[kind];
    node.title = `Key ${KEYS[kind].toUpperCase()}`;
  }
  return node;
}

// Looking back: a bar through the facts of a hand; the page then shows the table as it was after the chosen one.

import { get } from "./calls.js";
import { at, clock, html, replace, say, words } from "./dom.js";
import { short } from "./cards.js";

let draw = () => {};
let leave = () => {};
let tell = () => {};
let told = null;
let wanted = null;
let busy = false;

export const active = () => told !== null;

export function build(onMoment, onLeave, toast) {
  draw = onMoment;
  leave = onLeave;
  tell = toast;
}

function row(number) {
  const step = told.steps[number - 1];
  return `${clock(step.t_ms)} ${step.kind}${step.zone ? ` at ${words(step.zone)}` : ""}${step.card ? `: ${short(step.card)}` : ""}`;
}

// One question at a time: of the places that the bar ran over meanwhile only the last is asked for.
async function go(number) {
  wanted = number;
  say("step", `${number} of ${told.steps.length} · ${row(number)}`);
  at("bar").setAttribute("aria-valuetext", row(number));
  if (busy) return;
  busy = true;
  try {
    while (wanted !== null && told) {
      const [hand, step] = [told.hand, wanted];
      wanted = null;
      const moment = await get(`/api/hand/${hand}/${step}`);
      if (told?.hand === hand && wanted === null) draw(moment);
    }
  } catch (error) {
    tell(error.message, true);
  } finally {
    busy = false;
  }
}

async function open(hand, step) {
  try {
    const found = await get(`/api/hand/${hand}`);
    if (!found.steps.length) throw new Error("no hand to look back at yet");
    told = found;
  } catch (error) {
    tell(error.message, true);
    return;
  }
  document.body.dataset.past = "true";
  at("past").hidden = false;
  at("back").setAttribute("aria-pressed", "true");
  replace("which", ...told.hands.map((number) => html("option", { value: number, selected: number === told.hand }, `hand ${number}`)));
  at("bar").max = told.steps.length;
  at("bar").value = step ?? told.steps.length;
  go(Number(at("bar").value));
  at("bar").focus();
}

export function close() {
  if (!told) return;
  told = wanted = null;
  delete document.body.dataset.past;
  at("past").hidden = true;
  at("back").setAttribute("aria-pressed", "false");
  leave();
}

function move(by) {
  at("bar").value = Number(at("bar").value) + by;
  go(Number(at("bar").value));
}

at("back").addEventListener("click", () => (told ? close() : open(0)));
at("bar").addEventListener("input", () => go(Number(at("bar").value)));
at("which").addEventListener("change", () => open(Number(at("which").value), 1));
at("before").addEventListener("click", () => move(-1));
at("after").addEventListener("click", () => move(1));
at("past").addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });

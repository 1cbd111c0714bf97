// A card of the simulated felt is laid elsewhere without a mouse: G takes the focused one, the arrows choose the place,
// Enter lays it there, O takes it off the felt, Escape lets it be.

import { at, svg, words } from "./dom.js";
import { zones } from "./felt.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
let card = null;
let goal = 0;
let may = () => false;
let lay = () => {};
let tell = () => {};

export function build(whether, onLay, toast) {
  may = whether;
  lay = onLay;
  tell = toast;
}

function mark() {
  at("goal")?.remove();
  if (!card) return;
  const zone = document.querySelector(`#felt .zone[data-zone="${zones()[goal]}"]`);
  const box = Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, zone.getAttribute(name)]));
  at("felt").append(svg("rect", { id: "goal", rx: 8, ...box }));
  tell(`the card of ${words(card.from)} to ${words(zones()[goal])}: Enter lays it, O takes it off, Escape lets it be`);
}

function end(to) {
  const { from, nth } = card;
  card = null;
  mark();
  if (to && to !== from) lay(from, nth, to);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
  const node = event.target.closest?.("#felt [data-from]");
  if (card && event.key in STEPS) {
    goal = (goal + STEPS[event.key] + zones().length) % zones().length;
    mark();
  } else if (card && event.key === "Enter") end(zones()[goal]);
  else if (card && event.key.toLowerCase() === "o") end("off");
  else if (card && event.key === "Escape") end(null);
  else if (node && event.key.toLowerCase() === "g" && may()) {
    card = { from: node.dataset.from, nth: Number(node.dataset.nth) };
    goal = Math.max(0, zones().indexOf(card.from));
    mark();
  } else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// The felt from above. Where the zones lie comes from the server; what is drawn is the picture and nothing else.

import { drawn } from "./cards.js";
import { svg, at, words } from "./dom.js";

const MARGIN = { x: 72, top: 46, bottom: 34 };
let places = null;
let middle = null;
let sights = {};
let layer = null;
let seats = 0;

export function lay(felt) {
  places = felt.places;
  sights = felt.sights;
  seats = felt.seats;
  middle = { x: felt.width / 2, y: felt.height / 2 - 10 };
  const root = at("felt");
  const width = felt.width + 2 * MARGIN.x;
  root.setAttribute("viewBox", `${-MARGIN.x} ${-MARGIN.top} ${width} ${felt.height + MARGIN.top + MARGIN.bottom}`);
  layer = svg("g");
  root.replaceChildren(
    svg("defs", {},
      svg("radialGradient", { id: "cloth", cx: "50%", cy: "42%", r: "70%" },
        svg("stop", { offset: "0", "stop-color": "#2c7a58" }),
        svg("stop", { offset: "1", "stop-color": "#124734" })),
      svg("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 0, y2: 1 },
        svg("stop", { offset: "0", "stop-color": "#6d4529" }),
        svg("stop", { offset: "1", "stop-color": "#3a2214" })),
      svg("pattern", { id: "unknown", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        svg("rect", { width: 8, height: 8, fill: "#7a4b12" }),
        svg("rect", { width: 3, height: 8, fill: "#f2b544" }))),
    svg("ellipse", { cx: middle.x, cy: middle.y, rx: 532, ry: 340, fill: "url(#wood)" }),
    svg("ellipse", { cx: middle.x, cy: middle.y, rx: 470, ry: 300, fill: "url(#cloth)", stroke: "#0c3224", "stroke-width": 4 }),
    svg("ellipse", { class: "line", cx: middle.x, cy: middle.y, rx: 285, ry: 172 }),
    layer,
  );
}

export const zoneAt = (x, y) => {
  for (const [zone, [px, py, w, h]] of Object.entries(places)) {
    if (zone in sights && Math.abs(x - px) <= w / 2 + 6 && Math.abs(y - py) <= h / 2 + 6) return zone;
  }
  return null;
};

export const zones = () => Object.keys(sights);

const out = ([x, y], by) => [middle.x + (x - middle.x) * by, middle.y + (y - middle.y) * by];

function zone(name, picture) {
  const [x, y, w, h] = places[name];
  const unknown = picture.readers[name] === "UNKNOWN";
  const kind = ["zone", unknown && "unknown", picture.expected === name && "expected", sights[name] === "passing" && "passing"];
  const box = svg("rect", { x: x - w / 2 - 4, y: y - h / 2 - 4, width: w + 8, height: h + 8, rx: 8,
    class: kind.filter(Boolean).join(" "), "data-zone": name });
  box.append(svg("title", {}, `${words(name)}: ${unknown ? "UNKNOWN, reader in trouble" : "reader ok"}`));
  return box;
}

function fan(cards, x, y, step, attributes) {
  return cards.map((card, n) => drawn(card.card, x + (n - (cards.length - 1) / 2) * step, y,
    { away: card.there === false, ...attributes(card, n) }));
}

function seat(one, picture, parts) {
  const name = `seat_${one.seat}`;
  const [x, y] = places[name];
  const [px, py] = out([x, y], 1.19);
  const acts = picture.hand && picture.hand.actor === one.seat;
  const label = svg("g", { class: acts ? "plate acts" : one.in && one.live ? "plate" : "plate out", transform: `translate(${px} ${py})` });
  label.append(svg("rect", { x: -46, y: -17, width: 92, height: 34, rx: 17 }));
  label.append(svg("text", { class: "who", y: one.in ? -2 : 4, "text-anchor": "middle" }, `Seat ${one.seat}`));
  if (one.in) {
    const stack = one.all_in ? "all-in" : one.live ? String(one.stack) : `folded · ${one.stack}`;
    label.append(svg("text", { class: "stack", y: 12, "text-anchor": "middle" }, stack));
  }
  parts.push(label);
  if (!one.in) return;
  const stud = `up_${one.seat}` in sights;
  const down = one.cards.map((card, n) => ({ ...card, n })).filter((card) => !(card.up && stud));
  const up = one.cards.map((card, n) => ({ ...card, n })).filter((card) => card.up && stud);
  const can = (where) => (card, n) => ({ "data-from": where, "data-nth": n, "data-about": card.card ? `card-${where}-${n + 1}` : null,
    tabindex: card.card || ["dealer", "floor"].includes(document.body.dataset.role) ? 0 : null });
  parts.push(...fan(down, x, y, down.length > 3 ? 15 : 24, can(name)));
  if (stud) {
    const [ux, uy] = places[`up_${one.seat}`];
    parts.push(...fan(up, ux, uy, 19, can(`up_${one.seat}`)));
  }
  if (one.bet) {
    const [bx, by] = places[`bet_${one.seat}`];
    parts.push(chips(bx, by, one.bet));
  }
}

function chips(x, y, amount) {
  return svg("g", { class: "chips", transform: `translate(${x} ${y})` },
    svg("circle", { cx: -14, r: 9 }), svg("circle", { cx: -14, r: 5, class: "inner" }),
    svg("text", { x: 0, y: 5 }, String(amount)));
}

function pile(name, count, label) {
  const [x, y] = places[name];
  const parts = [];
  for (let n = 0; n < Math.min(count, 3); n += 1) parts.push(drawn(null, x + n * 2, y - n * 2, { "data-from": name, "data-nth": n }));
  parts.push(svg("text", { class: "pile", x, y: y + 40, "text-anchor": "middle" }, `${label} ${count}`));
  return parts;
}

export function draw(picture) {
  const parts = zones().map((name) => zone(name, picture));
  for (const one of picture.seats) seat(one, picture, parts);
  picture.board.forEach((card, n) => {
    let where = `board_${n + 1}`;
    const [x, y] = places[where];
    for (let m = n + 1; m > 1 && !(where in sights); m -= 1) where = `board_${m - 1}`;
    parts.push(drawn(card, x, y, { "data-from": where, "data-nth": 0, "data-about": card ? `card-${where}-1` : null, tabindex: 0 }));
  });
  const counts = picture.counts;
  parts.push(...pile("burn", counts.burn, "burns"), ...pile("muck", counts.muck, "muck"));
  const hand = picture.hand;
  if (hand && hand.pot) {
    const [x, y] = places.pot;
    parts.push(chips(x - 8, y, hand.pots.length > 1 ? hand.pots.join(" + ") : hand.pot));
  }
  if (hand && hand.rake) parts.push(svg("text", { class: "pile", x: places.rake[0], y: places.rake[1], "text-anchor": "middle" }, `rake ${hand.rake}`));
  parts.push(svg("text", { class: "pile", x: middle.x, y: places.muck[1] + 8, "text-anchor": "middle" }, `stub ${counts.stub}`));
  parts.push(svg("text", { class: "dealer", x: middle.x, y: middle.y + 326, "text-anchor": "middle" }, "DEALER"));
  if (picture.button && picture.button <= seats) {
    const [sx, sy] = places[`seat_${picture.button}`];
    const [x, y] = out([sx, sy], 0.76);
    const along = Math.hypot(sx - middle.x, sy - middle.y);
    const [ox, oy] = [(-(sy - middle.y) / along) * 34, ((sx - middle.x) / along) * 34];
    parts.push(svg("g", { class: "button", transform: `translate(${x + ox} ${y + oy})` },
      svg("title", {}, `the button, seat ${picture.button}`), svg("circle", { r: 12 }), svg("text", { y: 5, "text-anchor": "middle" }, "D")));
  }
  const focused = layer.contains(document.activeElement) ? document.activeElement.dataset : null;
  layer.replaceChildren(...parts);
  if (focused) layer.querySelector(`[data-from="${focused.from}"][data-nth="${focused.nth}"]`)?.focus();
}

// The table in one sentence, for whoever listens to it.
export function spoken(picture) {
  const hand = picture.hand;
  if (!hand) return "No hand yet.";
  const board = picture.board.filter(Boolean).join(" ");
  return `Hand ${hand.number}, pot ${hand.pot}${board ? `, board ${board}` : ""}. ${hand.waits}.${picture.held ? " The deal is held." : ""}`;
}

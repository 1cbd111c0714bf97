// One card in SVG, its middle at (x, y).

import { svg } from "./dom.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
export const WIDTH = 34;
export const HEIGHT = 46;

export const title = (card) => (card ? `${RANKS[card[0]] ?? card[0]} of ${NAMES[card[1]]}` : "a card face down");
export const short = (card) => (card ? card[0].replace("T", "10") + SUITS[card[1]] : "");

export function drawn(card, x, y, attributes = {}) {
  const { away = false, ...others } = attributes;
  const kind = card ? `card suit-${card[1]}` : "card back";
  const group = svg("g", { class: away ? `${kind} away` : kind, transform: `translate(${x} ${y})`, ...others });
  group.append(svg("title", {}, away ? `${title(card)}, out of sight` : title(card)));
  group.append(svg("rect", { x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 4 }));
  if (card) {
    group.append(svg("text", { class: card[0] === "T" ? "rank ten" : "rank", x: 3 - WIDTH / 2, y: -4 }, card[0].replace("T", "10")));
    group.append(svg("text", { class: "suit", x: 3 - WIDTH / 2, y: 17 }, SUITS[card[1]]));
  } else {
    group.append(svg("rect", { class: "weave", x: -13, y: -19, width: 26, height: 38, rx: 2 }));
  }
  return group;
}

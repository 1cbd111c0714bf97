// The overlay for OBS: 1920 by 1080 on a transparent ground. The key comes in the address, behind the #.

import { at, html, replace, say } from "./dom.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const key = location.hash.slice(1);
const asked = key ? `?key=${encodeURIComponent(key)}` : "";
let table = {};

const card = (name) => name
  ? html("b", { class: `card ${name[1]}` }, name[0].replace("T", "10"), html("i", {}, SUITS[name[1]]))
  : html("b", { class: "card back" });

const amount = (number) => number.toLocaleString("en-US");

function seat(one) {
  const state = ["seat", one.acts && "acts", one.live || "out", one.shown && "shown"].filter(Boolean).join(" ");
  const won = table.awards.filter(([who]) => who === one.seat).reduce((sum, [, chips]) => sum + chips, 0);
  const odds = one.live && one.odds;
  const under = won ? `wins ${amount(won)}` : one.hand;
  return html("li", { class: won ? `${state} wins` : state, "data-seat": one.seat },
    one.photo ? html("img", { src: `${one.photo}${asked}`, alt: "" }) : null,
    html("div", { class: "cards" }, ...one.cards.map(card)),
    html("div", { class: "who" },
      html("span", { class: "name" }, one.name, one.button ? html("em", { title: "the button" }, "D") : null),
      html("span", { class: "stack" }, one.all_in ? "all-in" : amount(one.stack))),
    html("div", { class: "under" }, html("span", {}, under), one.bet ? html("span", { class: "bet" }, amount(one.bet)) : null),
    odds ? html("div", { class: "odds" }, html("meter", { min: 0, max: 100, value: odds[2] }), html("span", {}, `${Math.round(odds[2])} %`)) : null);
}

function show() {
  document.body.dataset.hidden = String(table.hidden);
  replace("seats", ...table.seats.map(seat));
  replace("board", ...table.board.map(card));
  at("middle").hidden = !table.hand;
  if (table.hand) say("pot", `Pot ${amount(table.pot)}${table.odds && !table.odds.exact ? ` · odds ± ${table.odds.error} %` : ""}`);
  document.body.dataset.seen = String(Number(document.body.dataset.seen ?? 0) + 1);
}

function listen() {
  const source = new EventSource(`/api/overlay${asked}`);
  const take = (whole) => (event) => {
    const told = JSON.parse(event.data);
    table = whole ? told : { ...table, ...told };
    if (table.seats) show();
  };
  source.addEventListener("whole", take(true));
  source.addEventListener("news", take(false));
  source.onopen = () => { document.body.dataset.refused = "false"; };
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    // Refused, or the server is new: ask again, and show nothing old meanwhile.
    document.body.dataset.refused = "true";
    replace("seats");
    replace("board");
    at("middle").hidden = true;
    setTimeout(listen, 2000);
  };
}

listen();

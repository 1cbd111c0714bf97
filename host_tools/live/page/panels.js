// Everything beside the felt.

import { short } from "./cards.js";
import { at, clock, html, replace, say, words } from "./dom.js";

const PLACES = ["seat", "up", "board", "burn", "muck", "stub"];
let count = null;
let heard = 0;

export function header(picture) {
  const hand = picture.hand;
  say("where", hand ? `hand ${hand.number} · ${hand.game.replaceAll("_", " ")} · ${picture.link.board ?? ""}` : picture.link.board ?? "no table yet");
}

export function next(picture) {
  say("expected", picture.held ? "the deal is held" : words(picture.expected));
  at("next").classList.toggle("held", picture.held);
  say("waits", picture.held ? picture.advice ?? "" : picture.hand?.waits ?? "");
}

export function verdicts(picture) {
  const shown = picture.verdicts.filter((one) => one.standing).concat(picture.verdicts.filter((one) => !one.standing).slice(-4)).reverse();
  replace("verdicts", ...(shown.length ? shown.map(verdict) : [html("li", { class: "calm" }, "none: all is in order")]));
  say("alarm", shown.filter((one) => one.standing && one.tier === "held").map((one) => `${one.text}, ${one.rule}: ${one.advice}`).join("; "));
  if (!picture.tally) return; // a moment of the past: what is there is tonight's
  const { inform, attention, held } = picture.tally;
  say("tonight", `so far: ${inform} told to the dealer, ${attention} for the floor, ${held} that held the deal`);
}

// What is posted at the table, and what may be announced of it, (q), (o)(3), (r)(2).
export function posted(picture) {
  const told = picture.posted;
  say("posted", told ? [told.announcement, told.ante, ...told.signs].join(" · ") : "");
}

function verdict(one) {
  const where = one.zone ? ` at ${words(one.zone)}` : "";
  const card = one.card ? `: ${short(one.card)}` : "";
  return html("li", {},
    html("button", { type: "button", class: `verdict ${one.tier}${one.standing ? " standing" : ""}`, "data-about": `verdict-${one.number}`,
      title: "Show its way" },
      html("b", {}, `${one.text}${where}${card}`), html("span", {}, `${one.rule} · ${one.advice}`)));
}

export function ledger(picture) {
  const counts = picture.counts;
  say("tally", Object.entries(counts).map(([place, number]) => `${place} ${number}`).join(" · "));
  replace("ledger", ...picture.ledger.map(([zone, card]) => {
    const row = zone.split("_")[0];
    const place = PLACES.includes(row) ? row : "stub";
    const suit = card ? ` suit-${card[1]}` : "";
    return html("i", { class: `cell ${place}${suit}`, title: card ? `${short(card)}: ${words(zone)}` : words(zone) }, short(card));
  }));
}

// 'seat_3' -> 's3', 'pot' -> 'po'; w is a bet spot, b a board place.
const brief = (zone) => zone.replace(/^bet_/, "w").replace(/^([a-z])[a-z]*_/, "$1").replace(/^([a-z]{2})[a-z]+$/, "$1");

export function readers(picture) {
  const names = Object.entries(picture.readers);
  const unknown = names.filter(([, state]) => state !== "ok");
  replace("readers", ...names.map(([zone, state]) =>
    html("i", { class: state === "ok" ? "reader" : "reader unknown", title: `${words(zone)}: ${state}` }, brief(zone))));
  at("readers").setAttribute("aria-label", unknown.length
    ? `UNKNOWN: ${unknown.map(([zone]) => words(zone)).join(", ")}` : `all ${names.length} readers are well`);
}

export function link(picture, pageOpen) {
  const { open, lost, beat, version, boots } = picture.link;
  const text = !pageOpen ? "page is cut off" : lost ? lost : open ? "table connected" : "table lost";
  say("link", text);
  at("link").classList.toggle("bad", !pageOpen || !open);
  const numbers = beat ? `round ${beat.round_ms} ms · bus errors ${beat.bus_errors} · resends ${beat.resends} · journal ${beat.journal_pending} · up ${clock(beat.uptime_ms)}` : "";
  say("health", `${version ? `firmware ${version} · starts ${boots} · ` : ""}${numbers}`);
}

export function lines(picture) {
  replace("lines", ...picture.lines.slice().reverse().map(([ms, text]) => html("li", {}, html("time", {}, clock(ms)), text)));
}

export function money(picture) {
  at("money").hidden = !picture.chips;
  if (picture.chips) replace("remarks", ...picture.chips.remarks.slice().reverse().map((text) => html("li", {}, text)));
}

export function counted(picture) {
  count = picture.count;
  heard = performance.now();
  tick(picture.link.open);
}

// The count clock goes on between two words of the table, at most a second.
export function tick(open) {
  if (!count) return;
  const node = at("count");
  const since = count.good_ms === null ? null : count.now_ms + (open ? Math.min(performance.now() - heard, 1000) : 0) - count.good_ms;
  const late = since !== null && since >= count.late_after_ms;
  say("count", since === null ? "not counted yet" : `${count.distinct} of 52 · ${clock(since)} ago${count.due ? " · due" : ""}`);
  node.classList.toggle("warn", !late && (count.due || (since ?? 0) >= count.due_after_ms));
  node.classList.toggle("bad", late);
}

export function way(found) {
  const rows = found.steps.map((step) => html("tr", {}, html("td", {}, `${(step.t_ms / 1000).toFixed(2)} s`), html("td", {}, step.kind),
    html("td", {}, words(step.zone)), html("td", {}, short(step.card))));
  const parts = [html("p", {}, `input ${found.input} of the journal`), html("table", {}, html("tbody", {}, ...rows))];
  if (found.rule) parts.push(html("p", { class: "rule" }, `${found.rule}: ${found.advice}`));
  if (found.bytes === null) parts.push(html("p", {}, "The bytes on the bus hold the tag's UID: this role does not get them."));
  else if (found.bytes.length) parts.push(html("h3", {}, "Bytes on the bus before it"), html("pre", {}, found.bytes.map(([us, to, hex]) => `${(us / 1e6).toFixed(4)} ${to} ${hex}`).join("\n")));
  replace("steps", ...parts);
}

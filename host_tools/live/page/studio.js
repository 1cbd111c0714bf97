// The producer's panel: how late the stream is, what it shows, and the curtain.

import { act } from "./calls.js";
import { at, clock, html, replace, say } from "./dom.js";

let tell = () => {};

const run = async (call, args) => {
  try {
    tell((await act(call, args)).done);
  } catch (error) {
    tell(error.message, true);
  }
};

export function build(role, toast) {
  tell = toast;
  at("studio").hidden = role !== "producer";
}

export function show(picture) {
  const stream = picture.stream;
  if (!stream) return;
  const hidden = stream.hidden !== "";
  at("hide").setAttribute("aria-pressed", String(hidden));
  document.body.classList.toggle("curtain", hidden);
  say("hide", hidden ? `Show the stream again (hidden by ${stream.hidden})` : "Hide the stream");
  say("late", `${clock(stream.late_s * 1000)} late${picture.hand ? "" : stream.waiting ? ": nothing is old enough yet" : ""}`
    + `${stream.audit ? " · with the audit key" : ""}${stream.trouble ? ` · ${stream.trouble}` : ""}`);
  at("overlay").setAttribute("href", stream.key ? `/overlay#${stream.key}` : "/overlay");
  replace("hands", ...stream.seats.map((one) => html("tr", { class: one.live ? "" : "out" },
    html("td", {}, html("button", { type: "button", title: "Call this player by another name", "data-name": one.seat }, one.name)),
    html("td", {}, one.hand), html("td", {}, one.odds ? `${one.odds[2]} %` : ""))));
}

at("hide").addEventListener("click", () => run("hide", { on: at("hide").getAttribute("aria-pressed") !== "true" }));

at("hands").addEventListener("click", (event) => {
  const seat = event.target.dataset.name;
  if (!seat) return;
  at("stream-seat").value = seat;
  at("stream-name").value = event.target.textContent;
  at("stream-name").focus();
});

at("rename").addEventListener("submit", (event) => {
  event.preventDefault();
  run("name", { seat: Number(at("stream-seat").value), name: at("stream-name").value });
});

// What is posted at the table: game, limits and rake. The floor posts others between two hands.

import { at, html } from "./dom.js";

const field = (id, label, size, attributes = {}) => html("label", {}, label, html("input", { id, size, ...attributes }));
const whole = (id, label) => field(id, label, 2, { inputmode: "numeric" });
const select = (id, label, values) =>
  html("label", {}, label, html("select", { id }, ...values.map((value) => html("option", { value }, value))));
const text = (id) => at(id).value.trim();
const number = (id) => Number(at(id).value || 0);

export function build(felt, put) {
  const stakes = () => put("stakes", at("stakes-game").value, `${at("structure").value} ${text("bets")}`.trim(), text("blinds"),
    number("ante"), number("bring-in"), text("buy-in"), number("minimum"));
  const rake = () => put("rake_terms", felt.rakes.filter((name) => at(`rake-${name}`).checked).join(" "),
    Math.round(number("percent") * 10), text("levels"), text("fees"), number("cap"));
  return [
    html("fieldset", { id: "stakes" }, html("legend", {}, "Game and limits from the next hand on"),
      select("stakes-game", "game", felt.games), select("structure", "limit", felt.limits),
      field("bets", "bets", 4, { placeholder: "2 4" }), field("blinds", "blinds", 4, { placeholder: "1 2" }),
      whole("ante", "ante"), whole("bring-in", "bring-in"), field("buy-in", "buy-in", 6, { placeholder: "20 200" }),
      whole("minimum", "dealt in from"), html("button", { type: "button", class: "between", onclick: stakes }, "Post the limits")),
    html("fieldset", { id: "rake" }, html("legend", {}, "Rake from the next hand on"),
      ...felt.rakes.map((name) => html("label", {}, name, html("input", { id: `rake-${name}`, type: "checkbox" }))),
      field("percent", "%", 2, { inputmode: "decimal" }), field("levels", "pot:fee", 8, { placeholder: "10:1 20:1" }),
      field("fees", "limits:fee an hour", 6, { placeholder: "2-4:12" }), whole("cap", "at most"), html("span", { id: "filed" }),
      html("button", { type: "button", class: "between", onclick: rake }, "Post the rake")),
  ];
}

// The fields say what is posted until somebody types; another posting is shown at once.
export function show({ stakes, rake }) {
  fill("stakes", stakes, { "stakes-game": stakes.game, structure: stakes.structure, bets: stakes.bets, blinds: stakes.blinds,
    ante: stakes.ante, "bring-in": stakes.bring_in, "buy-in": stakes.buy_in, minimum: stakes.minimum });
  if (!fill("rake", rake, { percent: rake.per_mille / 10, levels: rake.steps, fees: rake.fees, cap: rake.cap })) return;
  for (const box of document.querySelectorAll("#rake [type=checkbox]")) box.checked = rake.methods.split(" ").includes(box.id.slice(5));
  at("filed").textContent = `(filed: ${rake.filed})`;
}

function fill(form, posted, values) {
  const now = JSON.stringify(posted);
  if (at(form).dataset.posted === now) return false;
  at(form).dataset.posted = now;
  for (const [id, value] of Object.entries(values)) at(id).value = value;
  return true;
}

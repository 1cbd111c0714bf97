// Elements without a framework: what is text stays text.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const html = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

export const at = (id) => document.getElementById(id);

export function replace(id, ...children) {
  at(id).replaceChildren(...children);
}

export function say(id, text) {
  const node = at(id);
  if (node.textContent !== text) node.textContent = text;
}

// 'seat_3' -> 'seat 3'
export const words = (zone) => (zone ? zone.replace("_", " ") : "-");

export function clock(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

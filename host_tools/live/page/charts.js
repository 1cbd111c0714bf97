// The evening as charts, which the server draws out of the records.

import { text } from "./calls.js";
import { at, replace } from "./dom.js";

export function build(role, toast) {
  at("evening").hidden = !["floor", "producer"].includes(role);
  at("evening").onclick = async () => {
    try {
      const drawn = new DOMParser().parseFromString(await text("/api/evening"), "image/svg+xml");
      replace("drawn", document.importNode(drawn.documentElement, true));
      at("charts").showModal();
    } catch (error) {
      toast(error.message, true);
    }
  };
}

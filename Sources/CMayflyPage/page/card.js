/* Draws a card of an extension. */

import { h, words } from "/dom.js"

/** Draws what an extension shows. */
export function drawCard(view) {
  return h("div", { class: "card" }, (view.lines ?? []).map((line) => words("p", line)))
}

/** Shows a new view in the place of an old one. */
export function updateCard(element, view, acts) {
  element.replaceChildren(...drawCard(view, acts).childNodes)
}

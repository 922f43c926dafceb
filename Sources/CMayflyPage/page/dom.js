/* Makes elements. Text of other people reaches the page only as text nodes and as values of properties. */

import { textNodes, visibleLines } from "/text.js"

/** An element; `properties` are set as properties, those with a hyphen and `role` as attributes, `on…` as listeners. */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties ?? {})) set(element, name, value)
  element.append(...nodes(children))
  return element
}

/** What is to be put into an element. */
function nodes(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false)
    .flatMap((child) => (typeof child === "string" ? textNodes(child) : [child]))
}

/** Properties that are read like text. */
export const told = new Set(["aria-label", "alt", "title", "placeholder"])

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return
  if (told.has(name)) value = visibleLines(value)
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
  else if (name === "class") element.className = value
  else if (name === "data") Object.assign(element.dataset, value)
  else if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value === true ? "" : value)
  else element[name] = value
}

const shapes = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4 4L19 7",
  send: "M12 19V6M6 11l6-6 6 6",
  plus: "M12 5v14M5 12h14",
  apps: "M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z",
  clip: "M8 12l6-6a3 3 0 014 4l-8 8a5 5 0 01-7-7l8-8",
  up: "M6 14l6-6 6 6",
  down: "M6 10l6 6 6-6",
  gear: "M4 7h10M18 7h2M4 12h3M11 12h9M4 17h9M17 17h3M16 5v4M9 10v4M15 15v4",
  again: "M19 12a7 7 0 11-2-5M19 4v4h-4",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  star: "M12 4l2.4 5.2 5.6.7-4.1 3.9 1.1 5.6-5-2.8-5 2.8 1.1-5.6L4 9.9l5.6-.7z",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
}

/** A drawing of lines in the colour of the text. It is never read aloud: the button around it has the words. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg"
  const svg = document.createElementNS(space, "svg")
  const path = document.createElementNS(space, "path")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("class", "icon")
  svg.setAttribute("aria-hidden", "true")
  path.setAttribute("d", shapes[name])
  svg.append(path)
  return svg
}

/** A button that shows a drawing and is called `label`. */
export function iconButton(name, label, act, properties) {
  return h("button", { type: "button", class: "round", "aria-label": label, title: label, onclick: act, ...properties }, icon(name))
}

/** A text by somebody else: its direction is its own. */
export function words(tag, text, properties) {
  return h(tag, { dir: "auto", ...properties }, text)
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children))
}

/** Shows a dialog of these children over the page, until it is closed. */
export function showSheet(properties, ...children) {
  const dialog = h("dialog", { ...properties, class: `sheet ${properties.class ?? ""}` }, ...children)
  dialog.addEventListener("close", () => {
    dialog.remove()
    document.dispatchEvent(new Event("uncover"))
  })
  document.body.append(dialog)
  dialog.showModal()
  dialog.scrollTop = 0
  return dialog
}

/** The pane that had the focus last. */
let pane = null
document.addEventListener("focusin", ({ target }) => {
  pane = target.closest(".pane") ?? pane
})

/** Whether the page may put the focus somewhere by itself, beside what is in `place`: the person is there, or nowhere. */
export function mayTakeFocus(place) {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return place.contains(activeElement)
  return !pane?.isConnected || pane === place.closest(".pane")
}

/** A number of bytes for a person. */
export function size(bytes) {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(0)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Milliseconds as a length of time for a person. */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}

/** The bytes of a text in base64. */
export function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Whether the person asked for less motion. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)")

let announced
/** Has a screen reader say a text when it is idle. */
export function announce(text) {
  const region = document.getElementById("arrivals")
  clearTimeout(announced)
  region.append(h("p", {}, text))
  while (region.childElementCount > 5) region.firstElementChild.remove()
  announced = setTimeout(() => region.replaceChildren(), 20_000)
}

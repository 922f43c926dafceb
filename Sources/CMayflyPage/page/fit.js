/* Elements are fitted to descriptions: what is described again stays the element that it is, with the focus and what is typed in it. */

import { told } from "/dom.js"
import { parts, visibleLines } from "/text.js"

/** A description of an element: text is a child like others. */
export function h(tag, attributes = {}, content = []) {
  const children = (Array.isArray(content) ? content : [content]).filter((child) => child !== null)
  return { tag, attributes, children: children.flatMap(shapes[tag] ?? broken) }
}

const shapes = {
  /** It shows text only. */
  option: (child) => (typeof child === "string" ? [visibleLines(child)] : [child]),
  /** The browser writes it, with marks of its own. */
  time: (child) => [child],
}

/** A text in which nothing is hidden, with the places where a line may be broken. */
function broken(child) {
  if (typeof child !== "string") return [child]
  return parts(visibleLines(child)).flatMap((part, index) => (index > 0 ? [{ tag: "wbr", attributes: {}, children: [] }, part] : [part]))
}

const listeners = new WeakMap()

/** Fits an element to a description; `old` is the one that it was fitted to. `drawing.load(name).url` is the address
 *  of a picture, when it is there. */
export function fit(drawing, element, node, old) {
  const before = old?.attributes ?? {}
  for (const [name, value] of Object.entries(node.attributes)) {
    if (value === null || value === undefined) element.removeAttribute(name)
    else if (before[name] !== value) element.setAttribute(name, told.has(name) ? visibleLines(value) : value)
  }
  for (const name of Object.keys(before)) if (!(name in node.attributes)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(node.style ?? {})) {
    if (old?.style?.[name] !== value) element.style[name] = value
  }
  for (const name of Object.keys(old?.style ?? {})) if (!(name in (node.style ?? {}))) element.style[name] = ""
  fitChildren(drawing, element, node.children, old?.children ?? [])
  fitPicture(drawing, element, node, old)
  // After the children: the value of a menu is one of them.
  if (node.value !== undefined && element.value !== node.value) element.value = node.value
  if (node.checked !== undefined && element.checked !== node.checked) element.checked = node.checked
  fitListeners(element, node.on ?? {})
}

function fitListeners(element, on) {
  const known = listeners.get(element) ?? {}
  for (const name of Object.keys(on)) {
    if (!(name in known)) element.addEventListener(name, (event) => listeners.get(element)[name]?.(event))
  }
  for (const name of Object.keys(known)) if (!(name in on)) on[name] = null
  if (Object.keys(on).length) listeners.set(element, on)
}

/** The pictures that elements have: in the element itself, and behind it. */
const wanted = new WeakMap()

function fitPicture(drawing, element, node, old) {
  if (node.picture === old?.picture && node.background === old?.background) return
  wanted.set(element, { picture: node.picture, background: node.background })
  if (!node.picture) element.removeAttribute("src")
  if (!node.background) element.style.backgroundImage = ""
  for (const name of new Set([node.picture, node.background])) {
    if (name) setPicture(element, name, drawing.load(name).url)
  }
}

/** Shows a picture where an element still wants the one of this name. */
export function setPicture(element, name, url) {
  const { picture, background } = wanted.get(element) ?? {}
  if (!url) return
  if (picture === name) element.src = url
  if (background === name) element.style.backgroundImage = `url("${url}")`
}

/** Fits the children. One with a key stays the element that it is, and is not moved: it may have the focus. */
function fitChildren(drawing, element, children, old) {
  const here = [...element.childNodes]
  const keys = new Set(children.map(({ key }) => key))
  const isWanted = (node) => node?.key !== undefined && keys.has(node.key)
  let at = 0
  for (const child of children) {
    const place = child.key === undefined ? -1 : old.findIndex((node, index) => index >= at && node.key === child.key)
    if (place >= 0) while (at < place) here[at++].remove()
    if (at >= old.length || (place < 0 && isWanted(old[at]))) element.insertBefore(made(drawing, child), here[at] ?? null)
    else fitChild(drawing, here[at], child, old[at++])
  }
  while (at < here.length) here[at++].remove()
}

function fitChild(drawing, node, child, before) {
  if (typeof child === "string" && typeof before === "string") {
    if (before !== child) node.data = child
  } else if (typeof child === "object" && typeof before === "object" && before.tag === child.tag && sameKind(before, child)) {
    fit(drawing, node, child, before)
  } else {
    node.replaceWith(made(drawing, child))
  }
}

function made(drawing, child) {
  if (typeof child === "string") return document.createTextNode(child)
  const element = document.createElement(child.tag)
  fit(drawing, element, child, null)
  return element
}

/** An input of another id or type is another element: what the person types into one must not come into the other. */
function sameKind(before, after) {
  return before.attributes.type === after.attributes.type && (before.attributes.for ?? before.attributes.id) === (after.attributes.for ?? after.attributes.id)
}

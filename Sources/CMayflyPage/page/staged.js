/* What waits in the input field: whatever is sent is shown here, whole. A bubble cuts long texts and pictures, and leaves texts out. */

import { appOf, layout, origin, spoken } from "/bubble.js"
import { h, iconButton, size, words } from "/dom.js"
import { media, stickerPicture } from "/media.js"
import { visible } from "/text.js"

/** The host gives so many bytes of each text of a message, and an ellipsis behind them. */
const mostBytes = 4_096

/** Widths and heights of pictures, in rem: the width is that of the bubble. */
const width = 17
const height = 10

/** A picture is shown whole. It has at least half of its size in the bubble, so that a high one is not smaller than others see it. */
function fitPicture(bubble, file) {
  const shown = bubble.querySelector(".shown")
  if (!shown || !file?.width || !file.height) return
  const full = width * file.height / file.width
  if (full > height) shown.style.inlineSize = `${Math.max(height / full, 1 / 2) * 100}%`
}

/** A message. `remove` takes it out of the field. */
export function stagedMessage(message, apps, remove) {
  const bubble = h("div", { class: "bubble card-bubble" }, layout(message, apps))
  fitPicture(bubble, message.layout?.image ?? message.layout?.media)
  return h(
    "div",
    { class: "waiting message", data: { extension: message.extension ?? "" }, role: "group", "aria-label": `Message to send: ${origin(message)}${spoken(message)}` },
    h(
      "div",
      { class: "whole" },
      bubble,
      further(message).map(([name, text]) => h("p", { class: "also" }, h("span", { class: "what" }, `${name}: `), words("span", text))),
    ),
    iconButton("close", "Remove the message", remove, { class: "round small" }),
  )
}

/** What a message sends besides its bubble: texts and files that the bubble leaves out, and what goes to screen readers, to browsers, and
 *  to what is left of it when a later message replaces it. What stands there already is not repeated. */
function further(message) {
  const plan = message.layout ?? {}
  const file = plan.image ?? plan.media
  const { caption } = plan
  const summary = message.summary !== caption && message.summary !== message.spoken && message.summary
  const address = /^https?:/i.test(message.url ?? "") && encoded(message.url)
  const other = plan.image && plan.media
  return [
    ["Title", !file && plan.image_title],
    ["Subtitle", !file && plan.image_subtitle],
    ["Subcaption", !caption && plan.subcaption],
    ["Spoken", message.spoken !== caption && message.spoken],
    ["Summary", summary],
    ["Opens", address],
    ["Not shown", other && `${visible(other.name)} (${other.type}, ${size(other.bytes)})`],
    ["Expires", message.expires_when_read && "some time after it is read, but not on older devices"],
  ].filter(([, text]) => text)
}

/** An address without blanks and without letters of other scripts, as MessageURL of the host writes it. */
function encoded(url) {
  return url.replace(/%(?![\da-f]{2})|[^\w.~:/?#[\]@!$&'()*+,;=%-]/giu, encodeURIComponent)
}

/** Whether the page has only the beginning of a text of this message. */
export function isCut(message) {
  const encoder = new TextEncoder()
  const texts = [message.summary, message.spoken, ...Object.values(message.layout ?? {})].filter((text) => typeof text === "string")
  return texts.some((text) => text.length * 3 >= mostBytes && text.endsWith("…") && encoder.encode(text).length >= mostBytes)
}

/** A sticker or an attachment. */
export function stagedThing(item, remove) {
  const isSticker = item.kind === "sticker"
  const name = isSticker ? item.description : visible(item.name)
  const shown = isSticker ? stickerPicture(item.file, name, "thumb") : media(item.file, name, "thumb large")
  return h(
    "div",
    { class: "waiting", data: item.extension ? { extension: item.extension } : null, role: "group", "aria-label": `To send: ${origin(item)}${spoken(item)}` },
    h(
      "div",
      { class: "thing" },
      shown,
      // A file that is no picture tells the name that it came with.
      name && !shown.textContent.startsWith(name) && words("p", name, { class: "name" }),
      item.extension && words("p", `by ${appOf(item)}`, { class: "also" }),
    ),
    iconButton("close", `Remove ${name}`, remove, { class: "round small" }),
  )
}

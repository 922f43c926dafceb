/* Draws a row of a transcript: the rules are those of BubbleRows in the host. */

import { announce, duration, h, icon, size, words } from "/dom.js"
import { isMovie, isPicture, media, path, picture, showPicture, stickerPicture } from "/media.js"
import { give } from "/connection.js"
import { inBrackets, textNodes, visible } from "/text.js"
import { fullTime } from "/times.js"

/** How much of a long text is shown at once, in units of UTF-16. */
const longestStep = 50_000

/** Pixels of a file for each point on the screen. */
const pixelsOfPoint = 3

/** The bubble of a message: media with titles over it, and captions below. */
export function layout(message, apps) {
  const plan = message.layout
  const shown = plan?.image ?? plan?.media ?? null
  const titles = shown && (plan.image_title || plan.image_subtitle)
  const app = appOf(message)
  return [
    shown && h("span", { class: "media" }, media(shown, "", "shown"), titles && h(
      "span",
      { class: "titles" },
      plan.image_title && words("span", plan.image_title, { class: "title" }),
      plan.image_subtitle && words("span", plan.image_subtitle, { class: "subtitle" }),
    )),
    captions(plan),
    !shown && !captions(plan) && words("span", app, { class: "bare" }),
    apps.image(message.extension, app, "app-icon", message.icon),
  ]
}

function captions(plan) {
  if (!plan) return null
  const texts = [plan.caption, plan.subcaption, plan.trailing_caption, plan.trailing_subcaption]
  if (!texts.some(Boolean)) return null
  return h(
    "span",
    { class: "captions" },
    (plan.caption || plan.trailing_caption) && h(
      "span",
      { class: "caption" },
      words("span", plan.caption ?? ""),
      plan.trailing_caption && words("span", plan.trailing_caption, { class: "trailing" }),
    ),
    ((plan.caption && plan.subcaption) || plan.trailing_subcaption) && h(
      "span",
      { class: "subcaption" },
      words("span", plan.caption ? plan.subcaption ?? "" : ""),
      plan.trailing_subcaption && words("span", plan.trailing_subcaption, { class: "trailing" }),
    ),
  )
}

/** What a screen reader says of a row. */
export function spoken(row) {
  switch (row.kind) {
    case "message": return row.spoken || [row.layout?.image_title, row.layout?.caption, row.layout?.subcaption].filter(Boolean).join(", ")
      || `a message of ${row.app ?? "an app"}`
    case "sticker": return `sticker: ${row.description}`
    case "attachment": return `attachment: ${visible(row.name)}`
    default: return row.text
  }
}

/** Which extension made a row, as it is called here. */
export const appOf = (row) => row.app ?? row.extension ?? "unknown app"

/** The same before words of the row; empty for what a person made. */
export const origin = (row) => (row.extension ? inBrackets(appOf(row)) : "")

/** What is said of a row, with who sent it, and with what: words of an extension must not look like words of a person. */
export function told(row, who) {
  if (row.kind === "summary") return `${from(row)}: ${row.text}`
  return `${who}: ${origin(row)}${spoken(row)}`
}

/** Who wrote a line that is left of a message, and with what: it must not look like words of a person or of the host. */
function from(entry) {
  return `${inBrackets(appOf(entry))}${entry.sender}`
}

/**
 * A row of the transcript. `acts` has `device`, `tap(row)`, `store(row)`, `keep(row)`, `whole(row)`, and `isLast(row)`: whether it is the person's
 * newest row.
 */
export function row(entry, acts, apps) {
  if (entry.kind === "summary") {
    return h("li", { class: "row summary", data: { id: entry.id } }, words("span", `${from(entry)}: `, { class: "from" }), words("span", entry.text))
  }
  const isOwn = entry.delivery !== "received"
  const item = h("li", { class: `row ${isOwn ? "own" : "other"} ${entry.kind}`, data: { id: entry.id } })
  if (!isOwn) item.append(words("span", entry.sender, { class: "sender" }))
  if ((entry.kind === "text" || entry.kind === "attachment") && entry.extension) item.append(words("span", `by ${appOf(entry)}`, { class: "sender" }))
  const body = content(entry, acts, apps, isOwn)
  body.classList.add("body")
  body.dataset.row = entry.number
  item.append(h("div", { class: "place", title: entry.time && fullTime(entry.time) }, body, placed(entry)), ...notes(entry, acts))
  return item
}

function content(entry, acts, apps, isOwn) {
  const who = isOwn ? "You" : entry.sender
  switch (entry.kind) {
    case "message":
      return h(
        "button",
        { type: "button", class: "bubble card-bubble", "aria-label": told(entry, who), onclick: () => acts.tap(entry) },
        layout(entry, apps),
      )
    case "sticker":
      return sticker(entry)
    case "attachment":
      return attachment(entry)
    default:
      return text(entry, acts)
  }
}

function text(entry, acts) {
  const bubble = words("div", entry.text, { class: "bubble words" })
  if (!entry.text_bytes) return bubble
  const more = h("button", { type: "button", class: "link" }, `Show all of it (${size(entry.text_bytes)})`)
  more.onclick = async () => {
    more.disabled = true
    const whole = await acts.whole(entry)
    bubble.replaceChildren()
    showFurther(bubble, whole, 0)
  }
  bubble.append(h("br"), more)
  return bubble
}

/** Shows as much more of a text as a browser draws in a moment. */
function showFurther(bubble, whole, from) {
  const next = from + longestStep
  const end = next < whole.length && isLowSurrogate(whole, next) ? next + 1 : next
  bubble.append(...textNodes(whole.slice(from, end)))
  if (end >= whole.length) return
  const line = h("br")
  const more = h("button", { type: "button", class: "link" }, `Show more (${(whole.length - end).toLocaleString("en")} characters)`)
  more.onclick = () => {
    line.remove()
    more.remove()
    showFurther(bubble, whole, end)
  }
  bubble.append(line, more)
}

const isLowSurrogate = (text, index) => /[\udc00-\udfff]/.test(text[index])

/** A sticker at the size that it has by itself. */
function sticker(entry) {
  const image = stickerPicture(entry.file, entry.description, "sticker-picture")
  if (entry.file.width) image.style.inlineSize = `${Math.min(206, entry.file.width / pixelsOfPoint)}px`
  return h("div", {}, image)
}

function attachment(entry) {
  const name = visible(entry.name)
  const facts = [words("span", name), h("small", {}, `${entry.file.type}, ${size(entry.file.bytes)}`)]
  const save = (className, ...children) => give(h("a", { class: className, download: entry.name }, ...children), `${path(entry.file)}?download`)
  if (isPicture(entry.file) || isMovie(entry.file)) {
    return h(
      "div",
      { class: "bubble attached" },
      isPicture(entry.file) ? opened(entry.file, `Attachment: ${name}`, save, facts) : media(entry.file, `Attachment: ${name}`, "shown"),
      save("saved", ...facts),
    )
  }
  return save("bubble file", icon("file"), h("span", {}, ...facts))
}

/** A picture that a press shows larger: the one that the host has made anew, not the one that was sent. */
function opened(file, alternative, save, facts) {
  const show = () => {
    showPicture(picture(file, alternative, ""), save("saved", facts.map((one) => one.cloneNode(true))))
  }
  return h("button", { type: "button", class: "opened", title: "Show it larger", "aria-haspopup": "dialog", onclick: show }, picture(file, alternative, "shown"))
}

const stickersOn = (entry) => (entry.stickers ?? []).filter((item) => item.placement && item.file)

/** The stickers that lie on a bubble, the newest on top. */
function placed(entry) {
  const stickers = stickersOn(entry)
  return stickers.map((item) => {
    const { x, y, scale, rotation } = item.placement
    const image = stickerPicture(item.file, `${item.sender} put a sticker here: ${item.description}`, "peeled")
    const points = (item.file.width ?? 300) / pixelsOfPoint * scale
    // However large and many they are, all together leave half of each line to be read.
    Object.assign(image.style, { left: `${x * 100}%`, top: `${y * 100}%`, inlineSize: `min(${points}px, ${50 / stickers.length}%)`, rotate: `${rotation}deg` })
    return image
  })
}

function notes(entry, acts) {
  const lines = []
  const people = [...new Set(stickersOn(entry).map((item) => item.sender))]
  if (people.length) lines.push(words("p", `${stickersOn(entry).length > 1 ? "stickers" : "sticker"} by ${people.join(", ")}`, { class: "note" }))
  if (entry.attribution) lines.push(h("p", { class: "note" }, words("button", entry.attribution, { type: "button", class: "link attribution", title: "Look for it in the store", onclick: () => acts.store(entry) })))
  if (entry.delivery === "failed") {
    lines.push(words("p", `Not sent${entry.failure ? `: ${entry.failure.message}` : ""}.`, { class: "note bad" }))
  } else if (entry.delivery === "sending") {
    lines.push(h("p", { class: "note" }, "Sending…"))
  } else if (entry.delivery === "sent" && acts.isLast(entry)) {
    lines.push(h("p", { class: "note" }, "Delivered"))
  }
  if (entry.kept) lines.push(h("p", { class: "note" }, "Kept"))
  if (entry.expires) lines.push(expiring(entry, acts))
  return lines
}

function expiring(entry, acts) {
  const left = h("span", {}, `Disappears in ${duration(entry.expires - Date.now())}`)
  const note = h("p", { class: "note" }, left, " ", h("button", { type: "button", class: "link", onclick: () => acts.keep(entry) }, "Keep"))
  const timer = setInterval(() => {
    if (!note.isConnected) return clearInterval(timer)
    left.textContent = `Disappears in ${duration(entry.expires - Date.now())}`
  }, 1_000)
  return note
}

/** Has a screen reader say what came. */
export function announceRow(entry) {
  if (entry.kind === "summary") return
  announce(told(entry, entry.sender))
}

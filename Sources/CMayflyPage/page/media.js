/* Pictures and movies of files. A picture is one that the host has made anew; a sticker is as it was sent. */

import { bytes, calm, h, icon, iconButton, showSheet, size, words } from "/dom.js"
import { give, takeBack } from "/connection.js"
import { visible } from "/text.js"

const pictures = new Set(["png", "apng", "gif", "jpeg"])
const movies = new Set(["mp4", "quicktime", "webm"])

export const isPicture = (file) => pictures.has(file.type)
export const isMovie = (file) => movies.has(file.type)
/** Of a file to play or to save. */
export const path = (file) => `/media/${file.sha256}`

/** How often a picture is asked for that the server has no time for, with twice the pause each time. */
const tries = 6

function image(file, alternative, className) {
  const image = h("img", { class: className, alt: alternative, decoding: "async", draggable: false })
  if (file.width && file.height) [image.width, image.height] = [file.width, file.height]
  return image
}

/** The picture of a file, which the host has made anew. It is still, also where the file is not. */
export function picture(file, alternative, className) {
  const source = `/pictures/${file.sha256}`
  const shown = image(file, alternative, className)
  let count = 0
  shown.onerror = () => {
    count += 1
    if (count < tries) setTimeout(() => shown.isConnected && give(shown, source), 1_000 * 2 ** count)
    else giveUp(shown, alternative, className)
  }
  return give(shown, source)
}

/** Stands where a picture cannot be drawn, and says why. */
function notDrawn(sentence, alternative, className) {
  return h("span", { class: `${className} not-drawn`, role: "img", "aria-label": alternative ? `${alternative}. ${sentence}` : sentence }, sentence)
}

/** A picture or movie cannot be drawn: it says so in its place. */
function giveUp(shown, alternative, className) {
  const told = notDrawn("This cannot be drawn here", alternative, className)
  told.style.cssText = shown.style.cssText
  shown.replaceWith(told)
  told.dispatchEvent(new Event("told"))
}

/** Of a sticker that is drawn: a browser keeps four bytes for each pixel of it. */
const mostPixels = 16_000_000

/** The picture of a sticker, as it was sent. Someone who wants less motion sees its first frame. */
export function stickerPicture(file, alternative, className) {
  const pixels = file.width * file.height
  if (pixels > mostPixels) return notDrawn(`Too large to be drawn: ${file.width} × ${file.height} pixels`, alternative, className)
  const source = `/stickers/${file.sha256}`
  const isCalm = calm.matches && (file.type === "gif" || file.type === "apng")
  if (pixels > largePixels) {
    const still = isCalm ? `/pictures/${file.sha256}` : source
    return drawnInView(image(file, alternative, className), still, pixels)
  }
  const shown = image(file, alternative, className)
  if (isCalm) {
    const still = h("canvas", { class: className, width: file.width ?? 1, height: file.height ?? 1 })
    if (alternative) {
      still.setAttribute("role", "img")
      still.setAttribute("aria-label", alternative)
    }
    shown.onload = () => shown.decode().then(() => {
      still.getContext("2d").drawImage(shown, 0, 0, still.width, still.height)
      still.dispatchEvent(new Event("load"))
    }).catch(shown.onerror)
    shown.onerror = () => giveUp(still, alternative, className)
    give(shown, source)
    return still
  }
  shown.onerror = () => giveUp(shown, alternative, className)
  return give(shown, source)
}

/** From so many pixels on, a sticker is drawn only while it can be seen. */
const largePixels = 2_500_000
/** Of all these stickers that are drawn at a time. */
const mostLargePixels = 40_000_000

/** A picture of one clear pixel: what shows it keeps its size. */
const noPicture = URL.createObjectURL(new Blob([bytes("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")], { type: "image/gif" }))

/** Stickers of many pixels that are in view, in the order in which they came, with what they are drawn from and whether they are. */
const large = new Map()

const largeInView = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) large.set(target, large.get(target) ?? { ...sources.get(target), isDrawn: false })
    else if (large.has(target)) {
      large.delete(target)
      target.dataset.waits = ""
      takeBack(target, noPicture)
    }
  }
  let left = mostLargePixels
  for (const one of large.values()) if (one.isDrawn) left -= one.pixels
  for (const [target, one] of large) {
    if (one.isDrawn || one.pixels > left) continue
    left -= one.pixels
    one.isDrawn = true
    delete target.dataset.waits
    give(target, one.source)
  }
  for (const [target, one] of large) target.classList.toggle("not-now", !one.isDrawn)
})

const sources = new WeakMap()

/** The same picture: what has no room in view is a frame with its description. */
function drawnInView(image, source, pixels) {
  image.title = image.alt
  image.dataset.waits = ""
  image.src = noPicture
  sources.set(image, { source, pixels })
  largeInView.observe(image)
  return image
}

/** A movie runs without sound while it can be seen. */
function movie(file, className) {
  const video = h("video", { class: className, muted: true, loop: true, playsInline: true, preload: "metadata" })
  if (file.width && file.height) [video.width, video.height] = [file.width, file.height]
  video.onerror = () => giveUp(video, visible(file.name), className)
  if (calm.matches) video.controls = true
  // What is loaded again does not play by itself.
  else video.onloadstart = () => {
    seen.unobserve(video)
    seen.observe(video)
  }
  return give(video, path(file))
}

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) isIntersecting ? target.play().catch(() => {}) : target.pause()
})

/** What shows a file: a picture, a movie, or what is known of another file. */
export function media(file, alternative, className) {
  if (isPicture(file)) return picture(file, alternative, className)
  if (isMovie(file)) return movie(file, className)
  return h("span", { class: "file" }, icon("file"), words("span", `${alternative || visible(file.name)} (${file.type}, ${size(file.bytes)})`))
}

/** Shows a picture in a sheet, as large as it is and as there is room for; `facts` are what stands below it. */
export function showPicture(picture, facts) {
  const dialog = showSheet(
    { class: "picture-sheet", "aria-label": picture.alt },
    h(
      "figure",
      {},
      h("div", { class: "picture-place", onclick: () => dialog.close() }, picture),
      h("figcaption", {}, facts, iconButton("close", "Close", () => dialog.close(), { class: "round", autofocus: true })),
    ),
  )
}

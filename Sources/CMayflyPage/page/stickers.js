/* A sticker browser: a tap puts a sticker into the input field, a drag peels it off and puts it on a bubble, with the keyboard too. */

import { announce, h } from "/dom.js"
import { stickerPicture } from "/media.js"

/** How far a pointer moves, in points, until a tap is a drag. */
const slack = 8
/** How long a finger rests on a sticker, in milliseconds, until it peels it off. */
const longPress = 350

export class Stickers {
  #view
  #number
  #acts

  /** `acts` has `tap(sticker, view)`, `place(sticker, view, row, place)` and `bubbles()`, the bodies that a sticker can lie on. */
  constructor(view, number, acts) {
    this.#view = view
    this.#number = number
    this.#acts = acts
    this.element = h(
      "ul",
      { class: `stickers ${view.size}`, "aria-label": "Stickers" },
      view.stickers.length ? view.stickers.map((cell) => this.#cell(cell)) : h("li", { class: "note" }, "No stickers"),
    )
  }

  #cell(cell) {
    if (!cell.file) return h("li", { class: "cell", "aria-hidden": "true" })
    const image = stickerPicture(cell.file, "", "fitted")
    if (cell.file.width) image.style.maxInlineSize = `min(100%, ${cell.file.width / 3}px)`
    const button = h(
      "button",
      {
        type: "button",
        class: "sticker-button",
        "aria-label": cell.description || "sticker",
        "aria-keyshortcuts": "P",
        title: `${cell.description}. Press P to put it on a bubble.`,
        onclick: () => this.#acts.tap(cell.number, this.#number),
        onkeydown: (event) => {
          if (event.key.toLowerCase() !== "p" || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          this.#placeByKeys(cell, button)
        },
      },
      image,
    )
    button.addEventListener("pointerdown", (event) => this.#press(event, cell, button))
    return h("li", { class: "cell" }, button)
  }

  #press(event, cell, button) {
    if (event.button !== 0) return
    const start = { x: event.clientX, y: event.clientY }
    let peeled = null
    // Only the person moves the pointer off it, and not an extension that makes itself smaller.
    const area = button.closest(".extension").getBoundingClientRect()
    let target = null
    const bubbleUnder = ({ clientX, clientY }) => isIn(area, clientX, clientY) ? null : bubbleAt(clientX, clientY, this.#acts.bubbles())
    // A finger that moves at once scrolls the stickers: one that rests on a sticker first peels it off.
    const isFinger = event.pointerType === "touch"
    const rest = isFinger ? setTimeout(() => { peeled = new Peeled(cell); peeled.moveTo(start.x, start.y) }, longPress) : 0
    const keep = (next) => peeled && next.preventDefault()
    const move = (next) => {
      if (!peeled && (isFinger || Math.hypot(next.clientX - start.x, next.clientY - start.y) < slack)) return
      peeled ??= new Peeled(cell)
      peeled.moveTo(next.clientX, next.clientY)
      target = bubbleUnder(next)
      mark(target)
    }
    const end = (last) => {
      clearTimeout(rest)
      button.removeEventListener("touchmove", keep)
      button.removeEventListener("contextmenu", keep)
      removeEventListener("pointermove", move)
      removeEventListener("pointerup", end)
      removeEventListener("pointercancel", end)
      mark(null)
      if (!peeled) return
      // The click that follows a drag is not a tap.
      button.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true })
      setTimeout(() => button.replaceWith(this.#cell(cell).firstElementChild), 0)
      peeled.remove()
      const bubble = last.type === "pointerup" ? bubbleUnder(last) : null
      // Another one has come there since the pointer was moved.
      if (bubble && bubble === target) this.#drop(cell, bubble, placeOn(bubble, last.clientX, last.clientY))
    }
    button.addEventListener("touchmove", keep, { passive: false })
    button.addEventListener("contextmenu", keep)
    addEventListener("pointermove", move)
    addEventListener("pointerup", end)
    addEventListener("pointercancel", end)
  }

  #drop(cell, bubble, place) {
    this.#acts.place(cell.number, this.#number, bubble, { scale: 1, rotation: 0, ...place })
  }

  /** Arrows choose a bubble, then a place on it; plus and minus change the size, R turns, Enter puts it there, Escape ends. */
  #placeByKeys(cell, button) {
    const bubbles = this.#acts.bubbles()
    if (!bubbles.length) return announce("No bubble is in view to put it on.")
    const peeled = new Peeled(cell)
    let index = bubbles.length - 1
    let isChosen = false
    const place = { x: 0.5, y: 0.5, scale: 1, rotation: 0 }
    const point = () => {
      const box = bubbles[index].getBoundingClientRect()
      return { x: box.left + place.x * box.width, y: box.top + place.y * box.height }
    }
    const isInView = () => {
      const { x, y } = point()
      const box = bubbles[index].getBoundingClientRect()
      const within = (value, low, high) => Math.min(Math.max(value, low + 1), high - 1)
      return bubbleAt(within(x, box.left, box.right), within(y, box.top, box.bottom), this.#acts.bubbles()) === bubbles[index]
    }
    const show = () => {
      bubbles[index].scrollIntoView({ block: "nearest" })
      const scroller = bubbles[index].closest(".transcript")
      if (scroller && !isInView()) scroller.scrollTop += point().y - scroller.getBoundingClientRect().top - scroller.clientHeight / 2
      mark(bubbles[index])
      peeled.moveTo(point().x, point().y)
      peeled.shape(place)
    }
    const step = (event) => {
      const { key } = event
      if (key === "Tab") return end()
      event.preventDefault()
      event.stopPropagation()
      if (key === "Escape") return end()
      if (key === "Enter" && event.repeat) return
      if (key === "Enter" && !isInView()) return announce("That place is not in view.")
      if (!isChosen) {
        if (key === "ArrowUp" && index > 0) index -= 1
        if (key === "ArrowDown" && index < bubbles.length - 1) index += 1
        if (key === "Enter") {
          isChosen = true
          announce("Move it with the arrow keys. Plus and minus change its size, R turns it. Enter puts it there.")
        } else if (key.startsWith("Arrow")) announce(bubbles[index].getAttribute("aria-label") ?? bubbles[index].textContent)
      } else if (key === "Enter") {
        end()
        return this.#drop(cell, bubbles[index], place)
      } else {
        const [dx, dy] = { ArrowLeft: [-0.05, 0], ArrowRight: [0.05, 0], ArrowUp: [0, -0.05], ArrowDown: [0, 0.05] }[key] ?? [0, 0]
        place.x = Math.min(1, Math.max(0, place.x + dx))
        place.y = Math.min(1, Math.max(0, place.y + dy))
        if (key === "+" || key === "=") place.scale = Math.min(3, place.scale * 1.15)
        if (key === "-") place.scale = Math.max(0.3, place.scale / 1.15)
        if (key.toLowerCase() === "r") place.rotation = (place.rotation + (event.shiftKey ? 345 : 15)) % 360
      }
      show()
    }
    const end = () => {
      button.removeEventListener("keydown", step, true)
      button.removeEventListener("blur", end)
      mark(null)
      peeled.remove()
    }
    button.addEventListener("keydown", step, true)
    button.addEventListener("blur", end)
    announce("Choose a bubble with the arrow keys, then press Enter. Escape ends.")
    show()
  }
}

/** A sticker that follows the pointer. */
class Peeled {
  #image

  constructor(cell) {
    this.#image = stickerPicture(cell.file, "", "flying")
    this.#image.style.inlineSize = `${(cell.file.width ?? 300) / 3}px`
    document.body.append(this.#image)
  }

  moveTo(x, y) {
    this.#image.style.left = `${x}px`
    this.#image.style.top = `${y}px`
  }

  shape({ scale, rotation }) {
    this.#image.style.scale = scale
    this.#image.style.rotate = `${rotation}deg`
  }

  remove() {
    this.#image.remove()
    document.dispatchEvent(new Event("uncover"))
  }
}

function mark(bubble) {
  for (const old of document.querySelectorAll(".target")) if (old !== bubble) old.classList.remove("target")
  bubble?.classList.add("target")
}

const isIn = ({ left, right, top, bottom }, x, y) => x >= left && x <= right && y >= top && y <= bottom

/** The bubble that is in view there: nothing covers it. */
function bubbleAt(x, y, bubbles) {
  const bubble = document.elementFromPoint(x, y)?.closest(".place")?.querySelector(".body")
  return bubbles.includes(bubble) ? bubble : null
}

function placeOn(bubble, x, y) {
  const box = bubble.getBoundingClientRect()
  return { x: (x - box.left) / box.width, y: (y - box.top) / box.height }
}

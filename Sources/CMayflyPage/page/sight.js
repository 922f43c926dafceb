/* What a person can have seen: a press of Send, or of another button that stands for much, counts for nothing else. */

/** For so long, in milliseconds, something must have been on the screen without a change before a press counts. */
const hold = 500
/** The same where a press in that time was in that place or close to it, or by Enter: somebody who presses again and again may mean what
 *  was there. */
const rhythm = 2_000
/** How far from a place a press counts as in it, in points. */
const margin = 16
/** Presses that are remembered. */
const mostPresses = 64

/** All that look again when something covers the page, goes away from it, or moves. */
const watching = new Set()
const uncover = () => watching.forEach((one) => one.uncovered())
const look = () => watching.forEach((one) => one.look())
document.addEventListener("uncover", uncover)
document.addEventListener("visibilitychange", uncover)
document.addEventListener("scroll", look, { capture: true, passive: true })
addEventListener("resize", look)
for (const name of ["resize", "scroll"]) visualViewport.addEventListener(name, look)

/** The latest presses of a pointer, and of a key that stands for a press: Enter, or a blank on a button. */
const [pressed, keyed] = [[], []]

/** Remembers a press, and forgets those that count for nothing any more. */
function note(presses, press) {
  const first = presses.findIndex((one) => press.at - one.at < rhythm)
  presses.splice(0, first < 0 ? presses.length : Math.max(first, presses.length - mostPresses + 1))
  presses.push(press)
}

const isRecent = ({ at }) => performance.now() - at < rhythm

document.addEventListener("pointerdown", ({ clientX, clientY, timeStamp }) => {
  note(pressed, { x: clientX, y: clientY, at: timeStamp })
}, { capture: true, passive: true })

function wasPressed({ left, right, top, bottom }) {
  const isThere = ({ x, y }) => x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin
  return pressed.some((press) => isThere(press) && isRecent(press))
}

document.addEventListener("keydown", ({ key, shiftKey, isComposing, target, timeStamp }) => {
  const isPress = key === "Enter" ? !shiftKey && !isComposing : key === " " && target.matches("button")
  if (isPress) note(keyed, { place: target, at: timeStamp })
}, { capture: true, passive: true })

const wasKeyed = (places) => keyed.some((press) => places.includes(press.place) && isRecent(press))

/** Whether an element is not shown, or lies behind a dialog or an expanded extension. */
export function isBehind(element) {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1)
  return Boolean(element.closest("[inert]")) || !element.checkVisibility() || dialog?.contains(element) === false
}

/** The same, also where a sticker that is being placed may lie over it: no pointer finds that. */
const isCovered = (element) => isBehind(element) || document.querySelector(".flying") !== null

/** Whether an element is on top of all others at a point, which is on the screen: a page that was made larger goes beyond it. */
function isAt(element, x, y) {
  const { offsetLeft, offsetTop, width, height } = visualViewport
  const isOnScreen = x >= offsetLeft - 1 && x <= offsetLeft + width + 1 && y >= offsetTop - 1 && y <= offsetTop + height + 1
  return isOnScreen && element.contains(document.elementFromPoint(x, y))
}

/** Holds a button back after each change that the person may not have seen, wherever it came from. */
export class Hold {
  #button
  #keyPlaces
  /** When the change was on the screen; it is not yet where this is infinite. */
  #since = -Infinity
  #length = hold
  #sentence = ""
  /** Where the button is; null while it is covered, undefined before it was anywhere. */
  #place
  #frame
  #timer

  /** The button has the attribute `data-held` for as long: `unseen` until the change is on the screen. In `others`, Enter stands for a
   *  press of it. */
  constructor(button, others = []) {
    this.#button = button
    this.#keyPlaces = [button, ...others]
    watching.add(this)
  }

  /** Whether it holds this button. */
  isOf(button) {
    return this.#button === button
  }

  end() {
    watching.delete(this)
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
  }

  uncovered() {
    this.#begin("The input field was covered just now.", this.#lengthHere)
  }

  /** The time begins again. The sentence says why; `isOwn` is true for a change that the last press itself has made. */
  begin(sentence, isOwn = false) {
    this.#begin(sentence, isOwn ? hold : this.#lengthHere)
  }

  get #lengthHere() {
    return wasPressed(this.#button.getBoundingClientRect()) || wasKeyed(this.#keyPlaces) ? rhythm : hold
  }

  /** A time that still runs does not become shorter. */
  #begin(sentence, length) {
    const runs = performance.now() - this.#since < this.#length
    this.#length = runs ? Math.max(length, this.#length) : length
    this.#since = Infinity
    this.#sentence = sentence
    this.#button.dataset.held = "unseen"
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    // The second frame comes when the first one, which has the change, is made. A page that nobody sees has none.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => this.#shown())
    })
  }

  #shown() {
    this.#since = performance.now()
    this.#button.dataset.held = ""
    this.#timer = setTimeout(() => this.#passed(), this.#length)
  }

  #passed() {
    const left = this.#since + this.#length - performance.now()
    if (left <= 0) delete this.#button.dataset.held
    else this.#timer = setTimeout(() => this.#passed(), Math.max(left, 1))
  }

  /** Notices that the button is elsewhere than before, or was covered. */
  look() {
    const { x, y, width, height } = this.#button.getBoundingClientRect()
    const isShown = !isCovered(this.#button) && isAt(this.#button, x + width / 2, y + height / 2)
    const place = isShown ? { x, y } : null
    const last = this.#place
    this.#place = place
    if (last === undefined || (last === null && place === null)) return
    if (last && place && Math.abs(last.x - x) <= 1 && Math.abs(last.y - y) <= 1) return
    this.#begin("The input field was covered or moved just now.", this.#lengthHere)
  }

  /** Why a press does not count, by its event; null for one that does. A press counts from when it was made, and not from when the page
   *  came to it. The time begins again with each that does not count, so that no row of quick presses gets through. */
  refusal({ timeStamp }) {
    this.look()
    if (this.#place === null) return "Send is covered, or not in view. When you see it, press it again."
    if (timeStamp - this.#since >= this.#length) return null
    this.#begin(this.#sentence, this.#length)
    return `${this.#sentence} Look at it, then send it.`
  }
}

/** How high the strips are, in points, that count as seen or not. */
const strip = 8

/** Which part of an element that scrolls was in view. */
export class Seen {
  #element
  #isOwn
  #isWhole = true
  #parts = []
  #height = 0
  #width = 0
  #frame = 0
  #sizes = new ResizeObserver(() => this.look())

  /** `isOwn` is true where only the person makes the content higher without `forget`. */
  constructor(element, isOwn) {
    this.#element = element
    this.#isOwn = isOwn
    element.addEventListener("load", () => this.look(), true)
    this.#sizes.observe(element)
    watching.add(this)
  }

  end() {
    watching.delete(this)
    this.#sizes.disconnect()
  }

  /** There is something in it that was not there. */
  forget() {
    this.#isWhole = false
    this.#parts = []
    this.look()
  }

  uncovered() {
    this.look()
  }

  /** Whether each part was in view. */
  get isWhole() {
    this.look()
    return this.#isWhole
  }

  /** Notices what the next frame has of it. */
  look() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#measure()
    })
  }

  #measure() {
    const { scrollTop, scrollHeight, scrollWidth, clientWidth } = this.#element
    if (this.#isWhole && (this.#isOwn || scrollHeight <= this.#height + 1)) return
    if (isCovered(this.#element)) return
    // It lies otherwise than before.
    if (scrollHeight !== this.#height || clientWidth !== this.#width) this.#parts = []
    this.#height = scrollHeight
    this.#width = clientWidth
    for (const { top, end } of stripsInView(this.#element)) this.#parts.push({ top: scrollTop + top, end: scrollTop + end })
    this.#parts.sort((one, other) => one.top - other.top)
    const joined = []
    for (const part of this.#parts) {
      const last = joined.at(-1)
      if (last && part.top <= last.end + 1) last.end = Math.max(last.end, part.end)
      else joined.push(part)
    }
    this.#parts = joined
    // What goes out of it at a side is not in these strips.
    this.#isWhole = joined.length === 1 && joined[0].top <= 1 && joined[0].end >= scrollHeight - 2 && scrollWidth <= clientWidth + 1
  }
}

/** The strips of an element that nothing cuts off or covers, by their distance from its upper edge. */
function stripsInView(element) {
  const { clientLeft, clientTop, clientWidth, clientHeight } = element
  const box = element.getBoundingClientRect()
  const [left, upper] = [box.left + clientLeft, box.top + clientTop]
  // Not at the corners, which are round.
  const columns = [24, clientWidth / 2, clientWidth - 24].map((x) => left + x)
  const isRow = (y) => columns.every((x) => isAt(element, x, y))
  const strips = []
  for (let top = 0, end; top < clientHeight; top = end) {
    // A last one of a few points has no room to look at.
    end = clientHeight - top < strip * 1.5 ? clientHeight : top + strip
    // Edges lie between the points of the screen.
    if (isRow(Math.ceil(upper + top) + 1) && isRow(Math.floor(upper + end) - 2)) strips.push({ top, end })
  }
  return strips
}

/** Which pictures and movies of an element are on the screen. Where one cannot be drawn, a sentence is in its place (`told`). */
export class Pictures {
  #element
  #selector
  #came
  #drawn = new WeakSet()

  /** Among those that `selector` finds; `came` is called with each that is drawn. */
  constructor(element, selector, came) {
    this.#element = element
    this.#selector = selector
    this.#came = came
    for (const name of ["load", "loadeddata", "told"]) element.addEventListener(name, (event) => this.#loaded(event.target), true)
  }

  async #loaded(one) {
    // A frame stands in its place.
    if ("waits" in one.dataset) return
    // It is loaded before it can be drawn.
    if (one instanceof HTMLImageElement) await one.decode().catch(() => {})
    this.#drawn.add(one)
    if (one.closest(this.#selector) && !one.matches(".app-icon")) this.#came()
  }

  /** Whether one of them cannot be drawn. */
  get isMissing() {
    return this.#element.querySelector(`${this.#selector} .not-drawn`) !== null
  }

  get areDrawn() {
    const all = this.#element.querySelectorAll(`${this.#selector} :is(img, canvas, video):not(.app-icon)`)
    return [...all].every((one) => this.#drawn.has(one) && !("waits" in one.dataset))
  }
}

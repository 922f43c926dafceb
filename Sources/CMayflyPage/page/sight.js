/* What a person can have seen of the input field: Send sends nothing else. */

/** For so long, in milliseconds, the field must have been on the screen without a change before a press of Send counts. */
const hold = 500

/** Something covers the page, or was taken away from it: a dialog, or another tab. */
const uncovered = new Set()
const uncover = () => uncovered.forEach((tell) => tell())
document.addEventListener("uncover", uncover)
document.addEventListener("visibilitychange", uncover)

function isCovered(element) {
  return Boolean(element.closest("[inert]")) || !element.checkVisibility() || document.querySelector("dialog:modal") !== null
}

/** Holds Send back after each change that the person may not have seen, wherever it came from. */
export class Hold {
  #button
  #since = -Infinity
  #sentence = ""
  /** Where the button is; null while it is covered, undefined before it was anywhere. */
  #place
  #timer

  /** The button has the attribute `data-held` for as long. */
  constructor(button) {
    this.#button = button
    uncovered.add(this.#uncovered)
  }

  end() {
    uncovered.delete(this.#uncovered)
    clearTimeout(this.#timer)
  }

  #uncovered = () => this.begin("The input field was covered just now.")

  /** The time begins again. The sentence says why. */
  begin(sentence) {
    this.#since = performance.now()
    this.#sentence = sentence
    this.#button.dataset.held = ""
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#passed(), hold)
  }

  #passed() {
    const left = this.#since + hold - performance.now()
    if (left <= 0) delete this.#button.dataset.held
    else this.#timer = setTimeout(() => this.#passed(), Math.max(left, 1))
  }

  /** Notices that the button is elsewhere than before, or was covered. */
  look() {
    const { x, y } = this.#button.getBoundingClientRect()
    const place = isCovered(this.#button) ? null : { x, y }
    const last = this.#place
    this.#place = place
    if (last === undefined || (last === null && place === null)) return
    if (last && place && Math.abs(last.x - x) <= 1 && Math.abs(last.y - y) <= 1) return
    this.begin("The input field was covered or moved just now.")
  }

  /** Why a press that comes now does not count; null for one that does. The time begins again with each that does not, so that no row
   *  of quick presses gets through. */
  refusal() {
    this.look()
    if (this.#place === null) return "The input field is covered."
    if (performance.now() - this.#since >= hold) return null
    this.begin(this.#sentence)
    return `${this.#sentence} Look at it, then send it.`
  }
}

/** Which part of an element that scrolls was in view. */
export class Seen {
  #element
  #isOwn
  #isWhole = true
  #parts = []
  #height = 0

  /** `isOwn` is true where only the person makes the content higher without `forget`. */
  constructor(element, isOwn) {
    this.#element = element
    this.#isOwn = isOwn
    element.addEventListener("scroll", () => this.#look(), { passive: true })
    element.addEventListener("load", () => this.#look(), true)
    new ResizeObserver(() => this.#look()).observe(element)
  }

  /** There is something in it that was not there. */
  forget() {
    this.#isWhole = false
    this.#parts = []
    this.#look()
  }

  /** Whether each part was in view. */
  get isWhole() {
    this.#look()
    return this.#isWhole
  }

  #look() {
    const { scrollTop, scrollHeight, clientHeight } = this.#element
    if (this.#isWhole && (this.#isOwn || scrollHeight <= this.#height + 1)) return
    if (isCovered(this.#element)) return
    // It lies otherwise than before.
    if (scrollHeight !== this.#height) this.#parts = []
    this.#height = scrollHeight
    this.#parts.push({ top: scrollTop, end: scrollTop + clientHeight })
    this.#parts.sort((one, other) => one.top - other.top)
    const joined = []
    for (const part of this.#parts) {
      const last = joined.at(-1)
      if (last && part.top <= last.end + 1) last.end = Math.max(last.end, part.end)
      else joined.push(part)
    }
    this.#parts = joined
    this.#isWhole = joined.length === 1 && joined[0].top <= 1 && joined[0].end >= scrollHeight - 2
  }
}

/*
 * The transcript: it opens at its end and is read upwards in pages. Only the pages near the screen are in the document, so that it does not
 * grow; the others leave a place as high as they were.
 */

import { announceRow, row } from "/bubble.js"
import { h } from "/dom.js"
import { isBehind } from "/sight.js"
import { dayAndTime, isApart } from "/times.js"

/** Rows that the newest part may have until the older ones of them become a page. */
const longest = 150
/** Rows that stay in the newest part then. */
const kept = 60

export class Transcript {
  #conversation
  #acts
  #apps
  #pages = []
  #newest = h("ol", { class: "rows" })
  #rows = []
  #above = h("div", { class: "above" })
  #isAtEnd = true
  #isReading = false
  /** Whether anything was shown yet. */
  #isRead = false
  #stale

  constructor(conversation, acts, apps) {
    this.#conversation = conversation
    this.#acts = { ...acts, isLast: (entry) => entry.id === this.#lastOwn }
    this.#apps = apps
    this.element = h(
      "div",
      { class: "transcript", tabIndex: 0, role: "group", "aria-label": "Messages" },
      this.#above,
      this.#newest,
    )
    this.element.addEventListener("scroll", () => this.#scrolled(), { passive: true })
    this.element.addEventListener("load", () => this.#stayAtEnd(), true)
    this.element.addEventListener("loadedmetadata", () => this.#stayAtEnd(), true)
    new ResizeObserver(() => this.#stayAtEnd()).observe(this.element)
    conversation.addEventListener("transcript", (event) => this.#changed(event.detail))
    document.addEventListener("visibilitychange", this.#look)
    document.addEventListener("uncover", this.#look)
  }

  close() {
    document.removeEventListener("visibilitychange", this.#look)
    document.removeEventListener("uncover", this.#look)
  }

  /** The newest row that was in view. */
  #seen = null

  /** Tells the host what the person can see: it is not new any more. */
  look() {
    const last = this.#rows.at(-1)
    if (!last || last.id === this.#seen || !this.#isAtEnd || document.hidden || isBehind(this.element)) return
    this.#seen = last.id
    this.#conversation.markSeen(last.id)
  }

  #look = () => this.look()

  #lastOwn = null

  #changed({ entries }) {
    const before = this.#rows
    const isFirst = !this.#isRead
    this.#isRead = true
    this.#lastOwn = entries.findLast((entry) => entry.kind !== "summary" && entry.delivery !== "received")?.id ?? null
    const first = entries.length ? before.findIndex((entry) => entry.id === entries[0].id) : 0
    if (first < 0) this.#startAgain(entries)
    else this.#rows = [...before.slice(0, first), ...entries]
    this.#split()
    this.#draw()
    this.#showNear()
    if (!isFirst) this.#announce(before, entries)
    // What the person has sent is shown, wherever they were reading.
    if (!isFirst && this.#isOwnNew(before, entries)) this.#isAtEnd = true
    clearTimeout(this.#stale)
    if (this.#pages.length) this.#stale = setTimeout(() => this.#refresh(), 400)
    this.#stayAtEnd()
    this.look()
  }

  #isOwnNew(before, entries) {
    const last = entries.at(-1)
    return last !== undefined && last.kind !== "summary" && last.delivery !== "received" && !before.some((entry) => entry.id === last.id)
  }

  /** More came than is known to be missing between: the older pages are read again when they are wanted. */
  #startAgain(entries) {
    for (const page of this.#pages) page.element.remove()
    this.#pages = []
    this.#rows = entries
  }

  #announce(before, entries) {
    const known = new Set(before.map((entry) => entry.id))
    for (const entry of entries) if (!known.has(entry.id) && entry.delivery === "received") announceRow(entry)
  }

  /** The older rows of a long newest part become a page. */
  #split() {
    if (this.#rows.length <= longest) return
    const older = this.#rows.slice(0, -kept)
    this.#rows = this.#rows.slice(-kept)
    this.#add(older, this.#pages.length, this.#rows[0])
  }

  #draw() {
    this.#redraw(this.#newest, this.#rows)
    this.#above.hidden = !this.#hasMore()
  }

  /**
   * Keeps the elements of rows that did not change, with what a person selected or focused in them. Between rows that are far apart
   * stands a time; `after` is the row of the next list, before which it may stand, too.
   */
  #redraw(list, rows, after = null) {
    const present = new Map([...list.children].map((element) => [element.dataset.id, element]))
    const drawn = (id, from, make) => {
      const [text, old] = [JSON.stringify(from), present.get(id)]
      if (old?.drawnFrom === text) return old
      const element = make()
      element.drawnFrom = text
      if (old?.contains(document.activeElement)) queueMicrotask(() => element.querySelector("button, a")?.focus())
      return element
    }
    const time = ({ id, time }) => drawn(`time ${id}`, dayAndTime(time), () => timeLine(id, time))
    const wanted = rows.flatMap((entry, index) => {
      const element = drawn(entry.id, [entry, this.#acts.isLast(entry)], () => row(entry, this.#acts, this.#apps))
      const isApartHere = index > 0 ? isApart(rows[index - 1].time, entry.time) : entry.number === 1 && entry.time
      return isApartHere ? [time(entry), element] : [element]
    })
    if (after && rows.length && isApart(rows.at(-1).time, after.time)) wanted.push(time(after))
    let next = list.firstElementChild
    for (const element of wanted) {
      if (element === next) next = next.nextElementSibling
      else list.insertBefore(element, next)
    }
    while (next) {
      const old = next
      next = next.nextElementSibling
      old.remove()
    }
  }

  #first() {
    return this.#pages[0]?.first ?? this.#rows[0]
  }

  #hasMore() {
    const first = this.#first()
    return first !== undefined && (first.number ?? 1) > 1
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.element
    this.#isAtEnd = scrollHeight - scrollTop - clientHeight < 40
    if (scrollTop < clientHeight) this.#readUpwards()
    this.#showNear()
    this.look()
  }

  #stayAtEnd() {
    if (this.#isAtEnd) this.element.scrollTop = this.element.scrollHeight
  }

  /** Shows the end. */
  toEnd() {
    this.#isAtEnd = true
    this.#stayAtEnd()
  }

  async #readUpwards() {
    if (this.#isReading || !this.#hasMore()) return
    this.#isReading = true
    try {
      const next = this.#first()
      const { entries } = await this.#conversation.page(next.id)
      if (entries.length) this.#keepingPlace(() => this.#add(entries, 0, next))
    } catch {
      // It is tried again when the person scrolls.
    } finally {
      this.#isReading = false
      this.#above.hidden = !this.#hasMore()
    }
    if (this.element.scrollTop < this.element.clientHeight && this.element.scrollHeight > this.element.clientHeight) this.#scrolled()
  }

  #add(entries, index, next) {
    const element = h("ol", { class: "rows" })
    const page = { element, first: entries[0], isShown: true }
    this.#redraw(element, entries, next)
    this.#above.after(element)
    if (index > 0) this.#pages[index - 1].element.after(element)
    this.#pages.splice(index, 0, page)
  }

  /** What a person looks at stays where it is while something is put above it. */
  #keepingPlace(change) {
    const fromEnd = this.element.scrollHeight - this.element.scrollTop
    change()
    this.element.scrollTop = this.element.scrollHeight - fromEnd
  }

  /** Empties the pages that are far from the screen, and fills those that are near. */
  #showNear() {
    const { scrollTop, clientHeight } = this.element
    const [top, end] = [scrollTop - 2 * clientHeight, scrollTop + 3 * clientHeight]
    for (const page of this.#pages) {
      const { offsetTop, offsetHeight } = page.element
      const isNear = offsetTop + offsetHeight > top && offsetTop < end
      if (page.isShown && !isNear) {
        page.element.style.blockSize = `${offsetHeight}px`
        page.element.replaceChildren()
        page.isShown = false
      } else if (!page.isShown && isNear && !page.isComing) {
        this.#fetch(page)
      }
    }
  }

  /** Reads a page again: the rows above the row that follows it. */
  async #fetch(page) {
    page.isComing = true
    try {
      const next = this.#pages[this.#pages.indexOf(page) + 1]?.first ?? this.#rows[0]
      const entries = await this.#rowsBetween(page.first, next)
      this.#redraw(page.element, entries, next)
      page.element.style.blockSize = ""
      page.isShown = true
      if (entries.length) page.first = entries[0]
    } catch {
      // It is tried again when the person scrolls.
    } finally {
      page.isComing = false
    }
  }

  async #rowsBetween(first, next) {
    const rows = []
    let before = next.id
    for (;;) {
      const { entries } = await this.#conversation.page(before)
      const index = entries.findIndex((entry) => entry.id === first.id)
      if (index >= 0) return [...entries.slice(index), ...rows]
      rows.unshift(...entries)
      if (!entries.length || entries[0].number <= 1 || entries[0].number < first.number || rows.length > 2 * longest) return rows
      before = entries[0].id
    }
  }

  /** Older rows may have changed with the newest ones: stickers, collapsed messages. */
  async #refresh() {
    for (const page of [...this.#pages]) if (page.isShown && !page.isComing) await this.#fetch(page)
  }
}

/** A line with the time of the row below it. */
function timeLine(id, time) {
  return h("li", { class: "when", data: { id: `time ${id}` } }, h("time", { dateTime: new Date(time).toISOString() }, dayAndTime(time)))
}

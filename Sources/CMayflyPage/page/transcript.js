/*
 * The transcript: it opens at its end and is read upwards in pages. Only the pages near the screen are in the document, so that it does not
 * grow; the others leave a place as high as they were.
 */

import { announceRow, row } from "/bubble.js"
import { h } from "/dom.js"
import { isBehind } from "/sight.js"
import { dayAndTime, isApart } from "/times.js"

/** What the newest part may have until the older rows of it become pages: rows, and units of UTF-16 of what is told of them. */
const longest = { rows: 150, size: 200_000 }
/** What of it stays in the newest part then. */
const kept = { rows: 60, size: 80_000 }
/** What a page has at most. */
const pageful = { rows: 150, size: 80_000 }
/** How high a row may be that is not drawn yet, in points: at least, and for each unit of its size. */
const guess = { row: 40, unit: .2 }

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
    // The first of them may be in a page by now.
    const start = first < 0 ? entries.findIndex((entry) => entry.id === before[0]?.id) : 0
    const newest = start > 0 ? entries.slice(start) : entries
    if (start < 0) this.#startAgain(newestOf(entries, kept))
    else this.#rows = [...before.slice(0, Math.max(first, 0)), ...newest]
    this.#split()
    this.#draw()
    this.#showNear()
    if (!isFirst) this.#announce(before, newest)
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

  /** The older rows of a long newest part become pages. */
  #split() {
    if (newestOf(this.#rows, longest).length === this.#rows.length) return
    const parts = [newestOf(this.#rows, kept)]
    let older = this.#rows.slice(0, -parts[0].length)
    while (older.length) {
      parts.unshift(newestOf(older, pageful))
      older = older.slice(0, -parts[0].length)
    }
    this.#rows = parts.at(-1)
    parts.slice(0, -1).forEach((rows, index) => this.#add(rows, this.#pages.length, parts[index + 1][0], this.#newest))
  }

  #draw() {
    this.#redraw(this.#newest, this.#rows)
    this.#above.hidden = !this.#hasMore()
  }

  /**
   * Keeps the elements of rows that did not change, with what a person selected or focused in them: those of the list `from`. Between
   * rows that are far apart stands a time; `after` is the row of the next list, before which it may stand, too.
   */
  #redraw(list, rows, after = null, from = list) {
    const { activeElement } = document
    const present = new Map([...from.children].map((element) => [element.dataset.id, element]))
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
    if (list.contains(activeElement)) activeElement.focus({ preventScroll: true })
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
      if (entries.length) this.#keepingPlace(() => this.#add(newestOf(entries, pageful), 0, next))
    } catch {
      // It is tried again when the person scrolls.
    } finally {
      this.#isReading = false
      this.#above.hidden = !this.#hasMore()
    }
    if (this.element.scrollTop < this.element.clientHeight && this.element.scrollHeight > this.element.clientHeight) this.#scrolled()
  }

  /** Makes a page of rows. Rows that were in the list `from` go there as they are, and those that were not drawn yet are drawn when they
   *  are near. */
  #add(entries, index, next, from) {
    const element = h("ol", { class: "rows" })
    const isShown = !from || [...from.children].some((one) => one.dataset.id === entries[0].id)
    const before = index > 0 ? this.#pages[index - 1].element : this.#above
    before.after(element)
    if (isShown) this.#redraw(element, entries, next, from)
    else element.style.blockSize = `${entries.reduce((all, entry) => all + guess.row + guess.unit * sizeOf(entry), 0)}px`
    this.#pages.splice(index, 0, { element, first: entries[0], isShown })
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
    // All are measured before one is changed: what is changed is laid out again to be measured.
    const places = this.#pages.map(({ element: { offsetTop, offsetHeight } }) => ({ offsetTop, offsetHeight }))
    for (const [index, page] of this.#pages.entries()) {
      const { offsetTop, offsetHeight } = places[index]
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
      const draw = () => {
        this.#redraw(page.element, entries, next)
        page.element.style.blockSize = ""
      }
      if (page.element.offsetTop < this.element.scrollTop) this.#keepingPlace(draw)
      else draw()
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
      if (!entries.length || entries[0].number <= 1 || entries[0].number < first.number || rows.length > 2 * longest.rows) return rows
      before = entries[0].id
    }
  }

  /** Older rows may have changed with the newest ones: stickers, collapsed messages. */
  async #refresh() {
    for (const page of [...this.#pages]) if (page.isShown && !page.isComing) await this.#fetch(page)
  }
}

const sizes = new WeakMap()

/** How much is told of a row, in units of UTF-16. */
function sizeOf(entry) {
  if (!sizes.has(entry)) sizes.set(entry, JSON.stringify(entry).length)
  return sizes.get(entry)
}

/** The newest of these rows, at least one, and no more than the bound has room for. */
function newestOf(rows, bound) {
  let [start, size] = [rows.length, 0]
  while (start > 0 && rows.length - start < bound.rows) {
    size += sizeOf(rows[start - 1])
    if (size > bound.size && start < rows.length) break
    start -= 1
  }
  return rows.slice(start)
}

/** A line with the time of the row below it. */
function timeLine(id, time) {
  return h("li", { class: "when", data: { id: `time ${id}` } }, h("time", { dateTime: new Date(time).toISOString() }, dayAndTime(time)))
}

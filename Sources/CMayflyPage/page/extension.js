/* The place of extensions: the drawer, and the view of the one that is open, in compact or expanded style. */

import { asideLength, onMoveAside } from "/aside.js"
import { drawCard, endCard, updateCard } from "/card.js"
import { fill, h, iconButton, mayTakeFocus, words } from "/dom.js"
import { Drawer } from "/drawer.js"
import { Neighbours } from "/neighbours.js"
import { Stickers } from "/stickers.js"

/** After so long, in milliseconds, it is said what an opening waits for. */
const patience = 1_000
/** After a view that took long to draw, no other is drawn for as long, and for so long, in milliseconds, at most. */
const longestRest = 2_000

export class ExtensionArea {
  #conversation
  #apps
  #acts
  #title = h("span", { class: "app" })
  #body = h("div", { class: "extension-body", tabIndex: -1 })
  #grabber
  #neighbours
  #opening = null
  #shown = null
  /** The extension whose view was drawn last. */
  #read = null
  #isDrawer = false

  /** `acts` has `act(method, params)`, `bubbles()`, `place(…)` of a sticker, `receipt(extension)`, `store()`, `drawer(isShown)`, `style(style)`,
   *  and `field()`, which gives the focus to the input field. */
  constructor(conversation, apps, acts) {
    this.#conversation = conversation
    this.#apps = apps
    this.#acts = acts
    this.#grabber = h("button", { type: "button", class: "grabber", onclick: () => this.#toggle(), onkeydown: (event) => this.#key(event) })
    this.#neighbours = new Neighbours(apps, conversation.device, (direction) => this.#goAside(direction))
    const bar = h(
      "div",
      { class: "extension-bar" },
      this.#title,
      this.#neighbours.before,
      this.#grabber,
      this.#neighbours.after,
      iconButton("close", "Close", () => this.close(), { class: "round small" }),
    )
    bar.addEventListener("pointerdown", (event) => this.#swipe(event))
    // A finger peels stickers.
    const takes = (kind) => this.#shown === "view" && (kind === "scroll" || this.#conversation.view.kind !== "stickers")
    onMoveAside(this.#body, takes, (direction) => this.#goAside(direction))
    this.#body.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#isDrawer) this.#hideDrawer()
    })
    this.element = h("section", { class: "extension", "aria-label": `Extension on ${conversation.device}`, hidden: true }, bar, this.#body)
    markMore(this.#body, this.element)
    for (const name of ["view", "failure", "process"]) conversation.addEventListener(name, () => this.#draw())
  }

  /** Opens the drawer, or closes it. */
  async toggleDrawer() {
    if (this.#isDrawer) return this.#hideDrawer()
    this.#isDrawer = true
    this.#acts.drawer(true)
    this.#draw()
    const drawer = new Drawer(this.#conversation, this.#apps, { open: (id, name) => this.open(id, name), store: () => this.#acts.store() })
    this.#endDrawer()
    this.#drawer = drawer
    await drawer.read()
    if (this.#drawer !== drawer || !this.#isDrawer) return
    fill(this.#body, drawer.parts)
    if (mayTakeFocus(this.element.parentElement)) drawer.focus()
  }

  /** Shows what is installed now, where the drawer is open. */
  refreshDrawer() {
    if (!this.#isDrawer) return
    this.#isDrawer = false
    this.toggleDrawer()
  }

  /** What is in the drawer while it is open. */
  #drawer = null

  #endDrawer() {
    this.#drawer?.end()
    this.#drawer = null
  }

  #hideDrawer() {
    this.#endDrawer()
    this.#isDrawer = false
    this.#acts.drawer(false)
    this.#draw(true)
  }

  async open(id, name) {
    this.#endDrawer()
    this.#isDrawer = false
    this.#acts.drawer(false)
    await this.#whileOpening(id, name, () => this.#acts.act("openExtension", { extension: id }))
  }

  /** Shows progress at once, and after a second what it waits for. `begin` opens an extension. */
  async #whileOpening(id, name, begin) {
    const opening = { id, name, isLate: false, began: performance.now() }
    this.#opening = opening
    this.#conversation.failure = null
    const timer = setTimeout(() => {
      opening.isLate = true
      this.#draw(true)
    }, patience)
    this.#draw(true)
    try {
      await begin()
    } catch {
      // The conversation has told it.
    } finally {
      clearTimeout(timer)
      if (this.#opening === opening) this.#opening = null
      this.#draw(true)
    }
  }

  /** The person tapped a bubble: its extension opens. */
  tapBubble(row) {
    if (this.#isDrawer) this.#hideDrawer()
    // Other devices open no extension: they offer the message, or open its address.
    if (this.#conversation.profile !== "full") return this.#acts.act("tapBubble", { row: row.number, item: row.id }).catch(() => {})
    return this.#whileOpening(row.extension, row.app ?? row.extension, () =>
      this.#acts.act("tapBubble", { row: row.number, item: row.id }))
  }

  /** The person continues with a message of another device; `row` is its row, where it is known. */
  async takeHandOff(id, row) {
    if (this.#isDrawer) this.#hideDrawer()
    const taken = this.#whileOpening(row?.extension ?? null, row?.app ?? "", () => this.#acts.act("takeHandOff", { handOff: id }))
    if (mayTakeFocus(this.element.closest(".pane"))) this.focus()
    await taken
  }

  focus() {
    this.#body.focus()
  }

  /** Opens the next extension in this direction. The place stays open meanwhile, and what was pressed keeps the focus. */
  async #goAside(direction) {
    const focused = document.activeElement === this.#grabber || this.#neighbours.hasFocus ? document.activeElement : null
    await this.#whileOpening(null, "", () => this.#acts.act("swipe", { direction }))
    await this.#showNeighbours()
    if (focused && mayTakeFocus(this.element)) (focused.hidden ? this.#grabber : focused).focus()
  }

  /** In expanded style a swipe goes to the extension. */
  #showNeighbours() {
    // Between two of them they stay, with the focus.
    if (this.#shown === "opening" && this.#opening.id === null) return undefined
    const isCompact = this.#shown === "view" && this.#style === "compact"
    return this.#neighbours.show(isCompact ? this.#conversation.extension : null)
  }

  close() {
    if (this.#isDrawer) return this.#hideDrawer()
    this.#conversation.failure = null
    this.#acts.act("closeExtension").catch(() => {})
    this.#draw(true)
  }

  get #style() {
    return this.#conversation.view.kind === "none" ? "compact" : this.#conversation.view.style
  }

  #toggle() {
    this.#setStyle(this.#style === "compact" ? "expanded" : "compact")
  }

  #setStyle(style) {
    if (this.#conversation.view.kind !== "none" && style !== this.#style) this.#acts.act("setStyle", { style }).catch(() => {})
  }

  #key(event) {
    const { key } = event
    if (key === "ArrowUp") this.#setStyle("expanded")
    else if (key === "ArrowDown" && this.#style === "expanded") this.#setStyle("compact")
    else if (key === "ArrowLeft" || key === "ArrowRight") this.#goAside(key === "ArrowLeft" ? "left" : "right")
    else if (key === "Escape") this.close()
    else return
    event.preventDefault()
  }

  /** A move aside goes to the next extension, a move up or down changes the style. */
  #swipe(event) {
    if (event.button !== 0 || event.target.closest(".round")) return
    const end = (last) => {
      removeEventListener("pointerup", end)
      removeEventListener("pointercancel", end)
      if (last.type === "pointercancel") return
      const [dx, dy] = [last.clientX - event.clientX, last.clientY - event.clientY]
      if (Math.abs(dx) >= asideLength && Math.abs(dx) > Math.abs(dy)) {
        this.#goAside(dx < 0 ? "left" : "right")
      } else if (Math.abs(dy) >= asideLength / 2) {
        this.#grabber.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true })
        setTimeout(() => this.#setStyle(dy < 0 ? "expanded" : "compact"), 0)
      }
    }
    addEventListener("pointerup", end)
    addEventListener("pointercancel", end)
  }

  /** Which of the five states the area has. */
  get #state() {
    if (this.#isDrawer) return "drawer"
    if (this.#conversation.view.kind !== "none") return "view"
    if (this.#conversation.failure) return "failure"
    if (this.#opening) return "opening"
    return "closed"
  }

  #draw(isNew = false) {
    const state = this.#state
    const changed = isNew || state !== this.#shown
    const hadFocus = this.#body.contains(document.activeElement)
    this.#shown = state
    this.element.hidden = state === "closed"
    this.element.dataset.style = state === "view" ? this.#style : "compact"
    this.element.dataset.state = state
    const isExpanded = this.#style === "expanded"
    this.#grabber.hidden = state !== "view"
    this.#grabber.setAttribute("aria-label", isExpanded ? "Make it smaller" : "Make it larger")
    this.#grabber.setAttribute("aria-expanded", String(isExpanded))
    this.#acts.style(state === "view" ? this.#style : null)
    if (changed) this.#drawTitle(state)
    this.#showNeighbours()
    // Where the person has read in another extension means nothing here.
    if (this.#conversation.extension !== this.#read) this.#body.scrollTop = 0
    this.#read = this.#conversation.extension
    if (state === "view") this.#drawView(changed)
    else if (changed) this.#drawOther(state)
    if (hadFocus && !this.#body.contains(document.activeElement)) this.#takeFocus(state)
  }

  /** What had the focus is not there any more: a person who uses the keyboard goes on from here. */
  #takeFocus(state) {
    if (state === "view") this.#grabber.focus()
    else if (state === "closed") this.#acts.field()
    else this.#body.focus()
  }

  /** What the title was drawn for. */
  #titled = ""
  /** The extension whose name was asked for. */
  #asked = null

  #drawTitle(state) {
    const id = this.#opening?.id ?? this.#conversation.extension
    const name = this.#apps.name(id) ?? this.#opening?.name ?? ""
    // The names come with the drawer, which may not have been opened yet.
    if (id && this.#apps.name(id) === undefined && this.#asked !== id) {
      this.#asked = id
      this.#apps.drawer(this.#conversation.device).then(() => this.#shown === "view" && this.#drawTitle("view")).catch(() => {})
    }
    const titled = state === "drawer" ? "" : `${id} ${name}`
    // Its icon is not loaded again for each view.
    if (state === "view" && titled === this.#titled) return
    this.#titled = titled
    if (state === "drawer") fill(this.#title, h("span", {}, this.#conversation.profile === "full" ? "Apps" : "Stickers"))
    else fill(this.#title, this.#apps.image(id, "", "bar-icon"), words("span", name))
  }

  #drawOther(state) {
    this.#endCard()
    switch (state) {
      case "opening": return fill(this.#body, this.#progress())
      case "failure": return fill(this.#body, this.#failure())
      case "drawer": return fill(this.#body, h("p", { class: "note" }, "…"))
      default: return fill(this.#body)
    }
  }

  #progress() {
    const { isLate } = this.#opening
    const name = this.#opening.name || this.#apps.name(this.#conversation.extension) || "the extension"
    return h(
      "div",
      { class: "opening", role: "status" },
      h("progress", { "aria-label": `Opening ${name}` }),
      isLate ? words("p", `Waiting for ${name} to show something…`) : null,
    )
  }

  #failure() {
    const id = this.#conversation.extension ?? this.#conversation.lastEnd?.extension
    return h(
      "div",
      { class: "failure", role: "alert" },
      words("p", this.#conversation.failure),
      h(
        "p",
        { class: "buttons" },
        id && h("button", { type: "button", class: "button", onclick: () => this.open(id, this.#apps.name(id) ?? id) }, "Open again"),
        h("button", { type: "button", class: "button plain", onclick: () => this.#acts.receipt(id) }, "What happened"),
      ),
    )
  }

  #drawn = null
  /** The module that draws cards, once there was one. */
  #cards = null
  /** The card that is shown, if one is, and what ends it. */
  #card = null

  #endCard() {
    this.#card?.()
    this.#card = null
  }

  /** Whether the last view was drawn a moment ago, and a newer one waits. */
  #isResting = false
  #waits = false

  /** The person goes before the extension: after a view that took long to draw there is as long a pause. */
  #rest(began) {
    this.#isResting = true
    this.#waits = false
    const ended = () => {
      this.#isResting = false
      if (this.#waits && this.#shown === "view") this.#drawView(false)
    }
    // The timer comes after the frame was painted.
    const painted = () => setTimeout(() => setTimeout(ended, Math.min(performance.now() - began, longestRest)), 0)
    if (document.hidden) painted()
    else requestAnimationFrame(painted)
  }

  #drawView(isNew) {
    const { view, viewEvent } = this.#conversation
    if (!isNew && this.#drawn === view) return
    if (!isNew && this.#isResting) {
      this.#waits = true
      return
    }
    this.#drawn = view
    this.#drawTitle("view")
    if (view.kind === "stickers") {
      this.#endCard()
      this.#rest(performance.now())
      return fill(this.#body, new Stickers(view, viewEvent, {
        tap: (sticker, view) => this.#acts.act("tapSticker", { sticker, view }).catch(() => {}),
        place: (sticker, view, body, place) => this.#acts.place(sticker, view, body, place),
        bubbles: () => this.#acts.bubbles(),
      }).element)
    }
    // Whoever waits for the event of a view goes on with that view, unless the one before it is being painted.
    const acts = {
      tap: (number) => this.#acts.act("tap", { control: String(number), by: "number", view: viewEvent }).catch(() => {}),
      input: (id, value) => this.#acts.act("input", { input: id, value }),
      expand: () => this.#setStyle("expanded"),
      picture: (url) => this.#conversation.picture(url).then((blob) => URL.createObjectURL(blob)),
    }
    const began = performance.now()
    const old = this.#body.firstElementChild
    if (old?.classList.contains("card") && this.#body.childElementCount === 1) updateCard(old, view, acts)
    else {
      this.#endCard()
      const card = drawCard(view, acts)
      this.#card = () => endCard(card)
      fill(this.#body, card)
    }
    this.#rest(began)
  }
}

/** How many points may be missing without a sign: the last of the padding. */
const edgeSlack = 12

/** Shows where an element that scrolls has more below its edge: gives `place` the attribute `data-more` for as long as `scroller` has something below what is in view. */
function markMore(scroller, place) {
  const look = () => place.toggleAttribute("data-more", scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight > edgeSlack)
  const sizes = new ResizeObserver(look)
  const observe = () => {
    sizes.disconnect()
    for (const element of [scroller, ...scroller.children]) sizes.observe(element)
  }
  scroller.addEventListener("scroll", look, { passive: true })
  new MutationObserver(observe).observe(scroller, { childList: true })
  observe()
}

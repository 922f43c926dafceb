/* What a person opens: favourites in their order, then the other extensions, those used last before the others, and recent stickers. */

import { showSettings } from "/app-settings.js"
import { announce, fill, h, icon, iconButton, words } from "/dom.js"
import { askToOpen } from "/links.js"
import { Recents } from "/recents.js"
import { inBrackets, quoted } from "/text.js"

/** How far a menu stays from the edges of the page, in points. */
const margin = 8

export class Drawer {
  #conversation
  #apps
  #acts
  #list = h("ul", { class: "drawer", "aria-label": "Apps", hidden: true })
  #note = h("p", { class: "note", hidden: true }, "No extension is installed.")
  #containing = h("section", { class: "containing-apps", "aria-label": "On the web", hidden: true })
  #recents
  #extensions = []

  /** `acts` has `open(id, name)` and `store()`. */
  constructor(conversation, apps, acts) {
    this.#conversation = conversation
    this.#apps = apps
    this.#acts = acts
    this.#recents = new Recents(conversation, this.#hasExtensions ? null : "No sticker yet: those that you send from any of your devices are here.")
    const more = this.#hasExtensions && h("button", { type: "button", class: "button plain more-apps", onclick: () => acts.store() }, "Get more…")
    this.parts = [this.#list, this.#note, this.#containing, this.#recents.element, more].filter(Boolean)
  }

  end() {
    this.#recents.end()
  }

  /** Other devices run no extensions: a person sends stickers there that they have used before. */
  get #hasExtensions() {
    return this.#conversation.profile === "full"
  }

  async read() {
    const [extensions] = await Promise.all([
      this.#hasExtensions ? this.#apps.drawer(this.#conversation.device) : [],
      this.#recents.look(),
    ])
    this.#draw(extensions)
  }

  /** Gives the focus to the first thing that a press opens or sends. */
  focus() {
    const isShown = (one) => one.checkVisibility()
    this.parts.flatMap((part) => [...part.querySelectorAll("button")]).find(isShown)?.focus()
  }

  #draw(extensions) {
    this.#extensions = ordered(extensions)
    const favourites = this.#favourites
    fill(this.#list, this.#extensions.map((one) => this.#tile(one, favourites)))
    this.#drawContaining()
    this.#list.hidden = extensions.length === 0
    this.#note.hidden = !this.#hasExtensions || extensions.length > 0
  }

  /** The apps that the extensions belong to. Each is a place on the web, so that a press asks first. */
  #drawContaining() {
    const those = this.#extensions.filter(({ app }) => app)
    fill(this.#containing, those.map(({ name, app }) => h(
      "button",
      { type: "button", class: "button plain", onclick: () => askToOpen(app.url) },
      `“${quoted(app.name)}”, the app of “${quoted(name)}”…`,
    )))
    this.#containing.hidden = those.length === 0
  }

  /** The ids of the favourites, in their order. */
  get #favourites() {
    return this.#extensions.filter((one) => one.favourite).map(({ id }) => id)
  }

  #tile(one, favourites) {
    const place = favourites.indexOf(one.id)
    const label = `${one.settings > 0 ? "Place and settings" : "Place"} of ${one.name}`
    const menu = h("div", { class: "tile-menu", popover: "auto", role: "group", "aria-label": label })
    const more = iconButton("more", label, undefined, { class: "round small tile-more", "aria-expanded": "false", popoverTargetElement: menu })
    const choose = (words, isPossible, next, told) => isPossible && h(
      "button",
      { type: "button", class: "menu-item", onclick: () => (menu.hidePopover(), this.#set(one, next(), told)) },
      words,
    )
    const without = () => favourites.filter((id) => id !== one.id)
    const moved = (step) => () => {
      const order = without()
      order.splice(place + step, 0, one.id)
      return order
    }
    menu.append(...[
      choose("Favourite", place < 0, () => [...favourites, one.id], "is a favourite now"),
      choose("Move left", place > 0, moved(-1), "is further left now"),
      choose("Move right", place >= 0 && place < favourites.length - 1, moved(1), "is further right now"),
      choose("No favourite", place >= 0, without, "is no favourite any more"),
      one.settings > 0 && h("button", { type: "button", class: "menu-item", onclick: () => (menu.hidePopover(), this.#showSettings(one)) }, "Settings…"),
    ].filter(Boolean))
    menu.addEventListener("toggle", ({ newState }) => {
      more.setAttribute("aria-expanded", String(newState === "open"))
      document.dispatchEvent(new Event("uncover"))
      if (newState !== "open") return
      putBeside(menu, more)
      menu.querySelector("button").focus()
    })
    menu.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      // Escape closes the menu, and not the drawer.
      if (event.key === "Escape") event.stopPropagation()
      if (!step) return
      event.preventDefault()
      const items = [...menu.children]
      items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus()
    })
    return h(
      "li",
      { class: "place-in-drawer" },
      h(
        "button",
        { type: "button", class: "tile", data: { extension: one.id }, onclick: () => this.#acts.open(one.id, one.name) },
        this.#apps.image(one.id, "", "tile-icon"),
        place >= 0 && h("span", { class: "favourite" }, icon("star"), h("span", { class: "unseen" }, "Favourite: ")),
        words("span", one.name),
      ),
      more,
      menu,
    )
  }

  async #showSettings(one) {
    try {
      await showSettings(this.#apps, one, this.#conversation.device)
    } catch (error) {
      this.#conversation.complain(error.message)
    }
  }

  async #set(one, favourites, told) {
    const { device } = this.#conversation
    try {
      await this.#apps.setFavourites(device, favourites)
      this.#draw(await this.#apps.drawer(device))
      announce(`${inBrackets(one.name)}${told}`)
    } catch (error) {
      this.#conversation.complain(error.message)
    }
    // The person goes on with what they have moved.
    const tile = [...this.#list.querySelectorAll(".tile")].find(({ dataset }) => dataset.extension === one.id)
    tile?.parentElement.querySelector(".tile-more").focus()
  }
}

/** Favourites first; then what was used last; then the others. */
function ordered(extensions) {
  const last = Number.MAX_SAFE_INTEGER
  const place = ({ favourite, recent }) => [favourite ?? last, recent ?? last]
  return extensions.toSorted((one, other) => {
    const [a, b] = [place(one), place(other)]
    return a[0] - b[0] || a[1] - b[1]
  })
}

/** Puts a menu below its button, or above it where there is no room below. */
function putBeside(menu, button) {
  const box = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const left = Math.min(Math.max(box.right - offsetWidth, margin), innerWidth - offsetWidth - margin)
  const below = box.bottom + margin / 2
  const top = below + offsetHeight + margin <= innerHeight ? below : Math.max(box.top - offsetHeight - margin / 2, margin)
  menu.style.left = `${left}px`
  menu.style.top = `${top}px`
}

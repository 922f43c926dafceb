/* The stickers that a person used last, on whatever device. */

import { origin } from "/bubble.js"
import { fill, h } from "/dom.js"
import { stickerPicture } from "/media.js"

export class Recents {
  #conversation
  #list = h("ul", { class: "recents", "aria-label": "Recent stickers" })
  #note
  #drawn = ""
  #changed = () => this.look()

  /** `note` is what stands there while there are none; without it nothing does. */
  constructor(conversation, note) {
    this.#conversation = conversation
    this.#note = note ? h("p", { class: "note", hidden: true }, note) : null
    this.element = h("section", { class: "recent-stickers", hidden: true }, h("h2", { class: "drawer-heading" }, "Recent stickers"), this.#note, this.#list)
    // What is sent here or elsewhere is among them.
    conversation.addEventListener("transcript", this.#changed)
  }

  end() {
    this.#conversation.removeEventListener("transcript", this.#changed)
  }

  /** Shows what is there now. */
  async look() {
    const stickers = await this.#conversation.recents().catch(() => [])
    const drawn = JSON.stringify(stickers)
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    const focused = this.#list.contains(document.activeElement) ? document.activeElement.dataset.sha256 : null
    this.element.hidden = stickers.length === 0 && !this.#note
    this.#list.hidden = stickers.length === 0
    if (this.#note) this.#note.hidden = stickers.length > 0
    fill(this.#list, stickers.map((one, index) => this.#cell(one, index + 1)))
    const buttons = [...this.#list.querySelectorAll("button")]
    if (focused) (buttons.find((one) => one.dataset.sha256 === focused) ?? buttons[0])?.focus()
  }

  #cell(one, number) {
    const name = `${origin(one)}${one.description || "sticker"}`
    const { sha256 } = one.file
    return h("li", {}, h(
      "button",
      { type: "button", class: "sticker-button recent", "aria-label": name, title: name, data: { sha256 }, onclick: () => this.#tap(number, sha256) },
      stickerPicture(one.file, "", "fitted"),
    ))
  }

  async #tap(sticker, sha256) {
    try {
      await this.#conversation.act("tapRecent", { sticker, sha256 })
    } catch {
      // The conversation has told it. Another one may have its place by now.
      await this.look()
    }
  }
}

/* A message that waits for a person who has tapped it on another device of theirs: a banner above what the pane shows. */

import { told } from "/bubble.js"
import { announce, fill, h, words } from "/dom.js"

export class HandOffBanner {
  #connection
  #device
  #acts
  #sentence = h("p", { class: "hand-off-sentence" })
  #offers = []
  /** Those that the person leaves, and the one that they continue with. */
  #left = new Set()
  /** The offer that is shown, the sentence about it, and those that were spoken. */
  #shown = null
  #drawn = ""
  #spoken = new Set()

  /** `acts` has `row(offer)`, the row of its message where the page knows it, `take(offer)`, which ends when it was taken or refused, and
   *  `focus()`, which gives the focus to what is below the banner. */
  constructor(connection, device, acts) {
    this.#connection = connection
    this.#device = device
    this.#acts = acts
    this.element = h(
      "section",
      { class: "hand-off", "aria-label": `A message that waits for ${device}`, hidden: true },
      this.#sentence,
      h(
        "div",
        { class: "hand-off-buttons" },
        h("button", { type: "button", class: "button", onclick: () => this.#take() }, "Continue"),
        h("button", { type: "button", class: "button plain", onclick: () => this.#leave() }, "Not now"),
      ),
    )
  }

  /** Asks what waits. */
  async look() {
    try {
      this.#offers = await this.#connection.list("handOffs.list", "handOffs", { device: this.#device })
    } catch {
      return
    }
    this.draw()
  }

  /** Shows the newest; more may be known of its message than before. */
  draw() {
    const offer = this.#offers.findLast(({ id }) => !this.#left.has(id)) ?? null
    this.#shown = offer
    this.element.hidden = offer === null
    if (!offer) return
    const row = this.#acts.row(offer)
    const message = row ? told(row, row.delivery === "received" ? row.sender : "You") : `a message in ${offer.conversation}`
    const sentence = `Continue from ${offer.from}: ${message}`
    if (sentence === this.#drawn) return
    this.#drawn = sentence
    fill(this.#sentence, "Continue from ", words("span", offer.from), ": ", words("span", message))
    if (!this.#spoken.has(offer.id)) announce(sentence)
    this.#spoken.add(offer.id)
  }

  async #take() {
    const offer = this.#shown
    // It is not shown while it is opened; where it was refused, it may wait still.
    this.#left.add(offer.id)
    this.draw()
    await this.#acts.take(offer)
    this.#left.delete(offer.id)
    await this.look()
  }

  #leave() {
    this.#left.add(this.#shown.id)
    this.draw()
    if (this.element.hidden) this.#acts.focus()
  }
}

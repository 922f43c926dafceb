/* The buttons beside the grabber: they do what a swipe does, and so show that there is something to swipe to. */

import { h, icon } from "/dom.js"

export class Neighbours {
  #apps
  #device
  /** The extension for which they were read last. */
  #of = null

  /** `go` is called with the direction of a swipe. */
  constructor(apps, device, go) {
    this.#apps = apps
    this.#device = device
    this.before = button("before", "back", () => go("right"))
    this.after = button("after", "next", () => go("left"))
  }

  #showing = Promise.resolve()

  /** Shows those of an extension; null where there is nothing to swipe. It ends when they are shown. */
  show(id) {
    if (id !== this.#of) {
      this.#of = id
      this.#showing = this.#read(id)
    }
    return this.#showing
  }

  async #read(id) {
    const extensions = id === null ? [] : await this.#apps.drawer(this.#device).catch(() => [])
    if (id !== this.#of) return
    const index = extensions.findIndex((one) => one.id === id)
    name(this.before, "Previous app", index > 0 ? extensions[index - 1] : null)
    name(this.after, "Next app", index < 0 ? null : extensions[index + 1])
  }

  /** Whether one of them has the focus. */
  get hasFocus() {
    return this.before === document.activeElement || this.after === document.activeElement
  }
}

function button(side, drawing, act) {
  return h("button", { type: "button", class: `round small neighbour ${side}`, hidden: true, onclick: act }, icon(drawing))
}

function name(button, words, extension) {
  button.hidden = !extension
  if (extension) button.title = button.ariaLabel = `${words}: ${extension.name}`
}

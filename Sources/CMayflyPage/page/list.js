/* The conversations of a device, the last active first. */

import { told } from "/bubble.js"
import { fill, h, iconButton, showSheet, words } from "/dom.js"

/** The time between two readings of the list at least, and how long one request waits for a change, in milliseconds. */
const rest = 250
const patience = 60_000

export class ConversationList {
  #connection
  #device
  #acts
  #rows = h("ul", { class: "conversations", "aria-label": "Conversations" })
  #shown = ""
  /** The number of the loop that follows the changes; another one has ended. */
  #turn = 0

  /** `acts` has `open(name)`, `machine()` and `device(name)`. */
  constructor(connection, device, acts) {
    this.#connection = connection
    this.#device = device
    this.#acts = acts
    this.element = h(
      "nav",
      { class: "list", "aria-label": `Conversations of ${device}` },
      h(
        "header",
        { class: "bar" },
        h("h1", {}, "Messages"),
        this.#people(),
        iconButton("plus", "New conversation", () => this.#create()),
        iconButton("gear", "Extensions and this machine", () => acts.machine()),
      ),
      this.#rows,
    )
    document.addEventListener("visibilitychange", this.#seen)
  }

  /** Shows the list, and follows what changes it until `stop`, or until the connection is lost. */
  async start() {
    this.#turn += 1
    const turn = this.#turn
    const next = (params) => this.#connection.call("conversations.next", params)
    try {
      let after = (await next({})).next
      while (turn === this.#turn) {
        if (!document.hidden) await this.refresh()
        await new Promise((resolve) => setTimeout(resolve, rest))
        after = (await next({ after, waitMs: patience })).next
      }
    } catch {
      // It is started again with the connection.
    }
  }

  stop() {
    this.#turn += 1
    document.removeEventListener("visibilitychange", this.#seen)
  }

  #seen = () => document.hidden || this.refresh()

  #people() {
    const choice = h("select", { class: "people", "aria-label": "Device", onchange: () => this.#acts.device(choice.value) })
    this.#connection.call("devices.list").then(({ devices }) => {
      fill(choice, devices.map((device) => h("option", { value: device.name, selected: device.name === this.#device }, device.name)))
    }).catch(() => {})
    return choice
  }

  /** Marks the conversation that is open. */
  set current(name) {
    this.#current = name
    for (const button of this.#rows.querySelectorAll("button")) {
      if (button.dataset.name === name) button.setAttribute("aria-current", "true")
      else button.removeAttribute("aria-current")
    }
  }

  #current = null

  async refresh() {
    let answer
    try {
      answer = await this.#connection.call("conversations.list", { device: this.#device })
    } catch {
      return
    }
    const shown = JSON.stringify(answer)
    if (shown === this.#shown) return
    this.#shown = shown
    const focused = this.#rows.contains(document.activeElement) ? document.activeElement.dataset.name : null
    fill(this.#rows, answer.conversations.length
      ? answer.conversations.map((one) => this.#row(one))
      : h("li", { class: "note" }, "No conversation yet. The + above makes one."))
    this.current = this.#current
    if (focused) [...this.#rows.querySelectorAll("button")].find((button) => button.dataset.name === focused)?.focus()
  }

  #row(one) {
    const others = one.members.filter((member) => member !== this.#device)
    const newest = one.newest
    const last = one.draft ? "Draft" : newest ? line(newest) : "Nothing yet"
    return h("li", {}, h(
      "button",
      { type: "button", class: "conversation", data: { name: one.name }, onclick: () => this.#acts.open(one.name) },
      h("span", { class: "face", "aria-hidden": "true" }, initials(one.name)),
      h(
        "span",
        { class: "lines" },
        words("strong", one.name),
        words("span", others.join(", "), { class: "members" }),
        words("span", last, { class: one.draft ? "last draft" : "last" }),
      ),
    ))
  }

  async #create() {
    const { devices } = await this.#connection.call("devices.list")
    const name = h("input", { required: true, maxLength: 80, dir: "auto", id: "new-name", autocomplete: "off" })
    const trouble = h("p", { class: "note bad", role: "alert" })
    const others = devices.filter((device) => device.name !== this.#device)
    const boxes = others.map((device) => h("label", { class: "check" }, h("input", { type: "checkbox", value: device.name }), words("span", device.name)))
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", { id: "new-title" }, "New conversation"),
      h("label", { for: "new-name" }, "Name"),
      name,
      h("fieldset", {}, h("legend", {}, "With"), boxes.length ? boxes : h("p", { class: "note" }, "There is no other device. 'mayfly device create' makes one.")),
      trouble,
      h("p", { class: "buttons" }, h("button", { class: "button" }, "Create"), h("button", { type: "button", class: "button plain", onclick: () => dialog.close() }, "Cancel")),
    )
    form.onsubmit = async (event) => {
      event.preventDefault()
      const chosen = boxes.map((box) => box.firstElementChild).filter((box) => box.checked).map((box) => box.value)
      try {
        await this.#connection.call("conversations.create", { name: name.value, devices: [this.#device, ...chosen] })
        dialog.close()
        this.refresh()
        this.#acts.open(name.value)
      } catch (error) {
        trouble.textContent = error.message
      }
    }
    const dialog = showSheet({ "aria-labelledby": "new-title" }, form)
  }
}

function line(newest) {
  const row = newest.kind === "text" ? { ...newest, text: newest.text.slice(0, 200) } : newest
  return told(row, newest.delivery === "received" ? newest.sender : "You")
}

function initials(name) {
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return [...segments.segment(name)][0]?.segment.toLocaleUpperCase() ?? "?"
}

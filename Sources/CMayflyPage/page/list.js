/* The conversations of a device, the last active first. */

import { told } from "/bubble.js"
import { fill, h, iconButton, words } from "/dom.js"
import { askForConversation } from "/new-conversation.js"
import { fullTime, when } from "/times.js"

/** The time between two readings of the list at least, and how long one request waits for a change, in milliseconds. */
const rest = 250
const patience = 60_000

export class ConversationList {
  #connection
  #device
  #acts
  #rows = h("ul", { class: "conversations", "aria-label": "Conversations" })
  #shown = ""
  #conversations = []
  /** The number of the loop that follows the changes; another one has ended. */
  #turn = 0

  /** `acts` has `open(name)`, `machine()`, `device(name)`, and `changed()`, which is called when something may have changed. */
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
        if (!document.hidden) await this.#look()
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

  #seen = () => document.hidden || this.#look()

  async #look() {
    await this.refresh()
    this.#acts.changed()
  }

  /** The last row of a conversation, where it is this one. */
  newest(name, item) {
    const newest = this.#conversations.find((one) => one.name === name)?.newest
    return newest?.id === item ? newest : undefined
  }

  /** Gives the focus to the conversation that is open, or to the first. */
  focus() {
    const { element } = this
    ;(element.querySelector("[aria-current]") ?? element.querySelector(".conversation, button")).focus()
  }

  #people() {
    const choice = h("select", { class: "people", "aria-label": "Device", onchange: () => this.#acts.device(choice.value) })
    this.#devices = this.#connection.list("devices.list", "devices").catch(() => [])
    this.#devices.then((devices) => {
      fill(choice, devices.map((device) => h("option", { value: device.name, selected: device.name === this.#device }, device.name)))
    })
    return choice
  }

  #devices
  /** The name of the person whose device it is. */
  #person

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
    let conversations
    try {
      conversations = await this.#connection.list("conversations.list", "conversations", { device: this.#device })
      this.#person ??= (await this.#devices ?? []).find(({ name }) => name === this.#device)?.person ?? this.#device
    } catch {
      return
    }
    this.#conversations = conversations
    // Times are told otherwise the day after.
    const shown = JSON.stringify([conversations, new Date().toDateString()])
    if (shown === this.#shown) return
    this.#shown = shown
    const focused = this.#rows.contains(document.activeElement) ? document.activeElement.dataset.name : null
    fill(this.#rows, conversations.length
      ? conversations.map((one) => this.#row(one))
      : h("li", { class: "note" }, "No conversation yet. The + above makes one."))
    this.current = this.#current
    if (focused) [...this.#rows.querySelectorAll("button")].find((button) => button.dataset.name === focused)?.focus()
  }

  #row(one) {
    const others = one.members.filter((member) => member !== this.#person)
    const newest = one.newest
    const last = one.draft ? "Draft" : newest ? line(newest) : "Nothing yet"
    return h("li", {}, h(
      "button",
      { type: "button", class: `conversation ${one.unseen ? "has-new" : ""}`, data: { name: one.name }, onclick: () => this.#acts.open(one.name) },
      h("span", { class: "face", "aria-hidden": "true" }, initials(one.name)),
      h(
        "span",
        { class: "lines" },
        h("span", { class: "beside" }, words("strong", one.name), newest?.time && time(newest.time)),
        words("span", others.join(", "), { class: "members" }),
        h("span", { class: "beside" }, words("span", last, { class: one.draft ? "last draft" : "last" }), one.unseen > 0 && badge(one.unseen)),
      ),
    ))
  }

  async #create() {
    await askForConversation(this.#connection, this.#device, (name) => {
      this.refresh()
      this.#acts.open(name)
    })
  }
}

function time(moment) {
  return h("time", { dateTime: new Date(moment).toISOString(), title: fullTime(moment) }, when(moment))
}

/** How many rows the person has not seen. The host does not count more than a hundred. */
function badge(count) {
  return h("span", { class: "badge" }, count < 100 ? String(count) : "99+", h("span", { class: "unseen" }, " new"))
}

function line(newest) {
  const row = newest.kind === "text" ? { ...newest, text: newest.text.slice(0, 200) } : newest
  return told(row, newest.delivery === "received" ? newest.sender : "You")
}

function initials(name) {
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return [...segments.segment(name)][0]?.segment.toLocaleUpperCase() ?? "?"
}

/* What one device shows: its conversations, and the one that is open beside them or over them. */

import { Chat } from "/chat.js"
import { h } from "/dom.js"
import { HandOffBanner } from "/hand-off.js"
import { ConversationList } from "/list.js"
import { showMachine } from "/machine.js"
import { showStore } from "/store.js"

export class Pane {
  #connection
  #apps
  #acts
  #list = null
  #chat = null
  #empty = h("p", { class: "nothing" }, "Choose a conversation.")
  #screen = h("div", { class: "screen" })
  #handOff = null

  /** `acts` has `moved()`, which is called when the pane shows something else. */
  constructor(connection, apps, acts) {
    this.#connection = connection
    this.#apps = apps
    this.#acts = acts
    this.element = h("section", { class: "pane" })
  }

  device = null
  conversation = null

  /** Shows a device, and one of its conversations or none. */
  show(device, conversation) {
    if (device !== this.device) this.#begin(device)
    if (conversation === this.conversation) return
    this.#chat?.close()
    this.#chat = null
    this.conversation = conversation
    this.#list.current = conversation
    this.element.dataset.shows = conversation === null ? "list" : "chat"
    this.#empty.hidden = conversation !== null
    if (conversation === null) return
    this.#chat = new Chat(this.#connection, this.#apps, device, conversation, {
      back: () => this.#go(device, null),
      receipt: (extension) => this.#machine({ part: "ended", extension }),
      store: (options) => showStore(this.#connection, this.#apps, options),
    })
    this.#screen.append(this.#chat.element)
    this.#opening = this.#chat.open()
    this.#chat.conversation.addEventListener("transcript", () => this.#handOff.draw())
  }

  /** The opening of the conversation that is open. */
  #opening = null

  #begin(device) {
    this.#chat?.close()
    this.#chat = null
    this.#list?.stop()
    this.device = device
    this.conversation = null
    this.element.setAttribute("aria-label", `Device ${device}`)
    this.#list = new ConversationList(this.#connection, device, {
      open: (name) => this.#go(device, name),
      device: (name) => this.#go(name, null),
      machine: () => this.#machine(),
      changed: () => this.#handOff.look(),
    })
    this.#handOff = new HandOffBanner(this.#connection, device, {
      row: (offer) => this.#row(offer),
      take: (offer) => this.#take(offer),
      focus: () => this.#chat ? this.#chat.focus() : this.#list.focus(),
    })
    this.#screen.replaceChildren(this.#list.element, this.#empty)
    this.element.replaceChildren(this.#handOff.element, this.#screen)
    this.element.dataset.shows = "list"
    this.#list.start()
  }

  /** The row of a message that waits, where the page has it. */
  #row({ conversation, item }) {
    const rows = conversation === this.conversation ? this.#chat.conversation.transcript.entries : []
    return rows.find(({ id }) => id === item) ?? this.#list.newest(conversation, item)
  }

  /** Opens the conversation of a message that waits, and the message. */
  async #take({ id, conversation, item }) {
    if (conversation !== this.conversation) this.#go(this.device, conversation)
    const chat = this.#chat
    await this.#opening
    if (chat === this.#chat) await chat.takeHandOff(id, this.#row({ conversation, item }))
  }

  #go(device, conversation) {
    this.show(device, conversation)
    this.#acts.moved()
  }

  #machine(options) {
    showMachine(this.#connection, this.#apps, { ...options, store: () => showStore(this.#connection, this.#apps) })
  }

  /** The connection is there again. */
  reconnect() {
    this.#list?.start()
    this.#chat?.reopen()
  }
}

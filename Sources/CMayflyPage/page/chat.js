/* One conversation: its transcript, the extension that is open, and the input field. */

import { Conversation } from "/conversation.js"
import { announce, fill, h, iconButton, mayTakeFocus, words } from "/dom.js"
import { ExtensionArea } from "/extension.js"
import { Field } from "/field.js"
import { askToOpen } from "/links.js"
import { Payments } from "/payments.js"
import { PictureRequests } from "/picture-requests.js"
import { Questions } from "/questions.js"
import { inBrackets, quoted, visible } from "/text.js"
import { Transcript } from "/transcript.js"

export class Chat {
  #connection
  #trouble = h("p", { class: "trouble", role: "alert", tabIndex: 0, hidden: true })
  /** What has become of the message that the person has tapped here, where other devices open it. */
  #handed = h("p", { class: "handed", hidden: true })
  #late

  /** `acts` has `back()`, `receipt(id)`, and `store(options)`. */
  constructor(connection, apps, device, name, acts) {
    this.#connection = connection
    this.conversation = new Conversation(connection, device, name)
    const { conversation } = this
    this.area = new ExtensionArea(conversation, apps, {
      act: (method, params) => conversation.act(method, params),
      bubbles: () => this.#bubbles(),
      place: (sticker, view, body, place) => this.#place(sticker, view, body, place),
      receipt: acts.receipt,
      store: () => acts.store({ installed: () => this.area.refreshDrawer() }),
      drawer: (isShown) => this.field.apps.setAttribute("aria-expanded", String(isShown)),
      style: (style) => this.#style(style),
      field: () => this.field.focus(),
    })
    this.transcript = new Transcript(conversation, {
      tap: (row) => this.#tap(row),
      store: (row) => acts.store({ extension: row.extension, installed: (id, store) => this.#installed(row, id, store) }),
      keep: (row) => conversation.act("keep", { row: row.number, item: row.id }).catch(() => {}),
      whole: (row) => conversation.text(row.id),
    }, apps)
    this.field = new Field(conversation, apps, { attach: (files) => this.attach(files), drawer: () => this.area.toggleDrawer() })
    this.#members = words("span", "", { class: "members" })
    this.#rest = h("div", { class: "rest" }, this.transcript.element, this.#handed, this.#trouble, this.field.element)
    this.element = h(
      "section",
      { class: "chat", "aria-label": `Conversation ${name} on ${device}` },
      h("header", { class: "bar" }, iconButton("back", "Back", acts.back, { class: "round back" }), h("div", { class: "heading" }, words("h1", name), this.#members)),
      this.#rest,
      this.area.element,
    )
    this.element.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault())
    this.element.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return
      event.preventDefault()
      this.attach([...event.dataTransfer.files])
    })
    conversation.addEventListener("trouble", (event) => this.complain(event.detail))
    conversation.addEventListener("fine", () => {
      this.#trouble.hidden = true
    })
    this.#asking = [new Questions(conversation), new Payments(conversation), new PictureRequests(connection, conversation)]
    connection.addEventListener("change", this.#lost)
    conversation.addEventListener("openURL", (event) => askToOpen(event.detail.url))
    conversation.addEventListener("keyboard", (event) => event.detail.shown && this.#giveKeyboard())
    conversation.addEventListener("handOff", (event) => event.detail.own && this.#handedOver(event.detail))
    const places = new ResizeObserver(() => this.field.look())
    for (const place of [this.#rest, this.area.element, this.field.element]) places.observe(place)
    conversation.addEventListener("moreTime", (event) => {
      const { extension, reason } = event.detail
      this.complain(`${inBrackets(apps.name(extension) ?? extension)}asked for more time to end: “${quoted(reason)}”`)
    })
  }

  #members
  #rest
  /** What extensions ask the person for. */
  #asking

  /** The host has closed the window. */
  #lost = () => {
    if (this.#connection.state !== "open") this.#asking.forEach((one) => one.lost())
  }

  async open() {
    try {
      await this.conversation.open()
      this.#members.textContent = visible(this.conversation.members.join(", "))
      this.transcript.toEnd()
    } catch (error) {
      this.complain(error.message)
    }
  }

  reopen() {
    return this.conversation.reopen().catch((error) => this.complain(error.message))
  }

  close() {
    this.#connection.removeEventListener("change", this.#lost)
    for (const asking of this.#asking) asking.close()
    this.conversation.close()
    this.field.close()
    this.transcript.close()
    this.element.remove()
  }

  /** Says what went wrong, for ten seconds or until something else does. */
  complain(sentence) {
    clearTimeout(this.#late)
    this.#trouble.hidden = false
    this.#trouble.textContent = visible(sentence)
    this.#late = setTimeout(() => {
      this.#trouble.hidden = true
    }, 10_000)
  }

  /** In expanded style the extension has the place of the transcript and of the input field (C-075, C-076). */
  #style(style) {
    const name = style ?? "closed"
    if (this.element.dataset.style === name) return
    this.element.dataset.style = name
    this.#rest.inert = style === "expanded"
    this.field.look()
    this.transcript.look()
  }

  /** The extension asks for the keyboard, which a person who writes elsewhere keeps. */
  #giveKeyboard() {
    if (mayTakeFocus(this.area.element)) this.field.focus()
  }

  /** An extension is there now. Where it made the message that the person came from, that opens: a press of Install that counts means
   *  both. It does not open over what the person does where the store is not shown any more. */
  #installed(row, id, store) {
    if (id !== row.extension || !store.isHere) return
    store.close()
    this.#tap(row)
  }

  #tap(row) {
    if (!row.extension) return
    return this.area.tapBubble(row)
  }

  /** Continues with a message of another device of the person; `row` is its row, where it is known. */
  async takeHandOff(id, row) {
    await this.area.takeHandOff(id, row)
    if (this.area.element.hidden && mayTakeFocus(this.element)) this.focus()
  }

  /** Gives the focus to the messages, or to what has their place. */
  focus() {
    if (this.#rest.inert) this.area.focus()
    else this.transcript.element.focus()
  }

  /** The message that this device offers to the others. */
  #offer = null
  #handedLate

  async #handedOver({ id, state, by }) {
    if (state === "withdrawn" && this.#offer !== id) return
    this.#offer = state === "offered" ? id : null
    clearTimeout(this.#handedLate)
    if (state === "withdrawn") {
      this.#handed.hidden = true
      return
    }
    let device = by
    if (state === "offered") {
      const others = await this.conversation.otherDevices()
      // It may be taken by now.
      if (this.#offer !== id) return
      device = others.length === 1 ? others[0] : "your other devices"
    }
    const sentence = state === "offered" ? "Offered to " : "Continued on "
    fill(this.#handed, sentence, words("span", device))
    this.#handed.hidden = false
    announce(sentence + device)
    if (state === "taken") {
      this.#handedLate = setTimeout(() => {
        this.#handed.hidden = true
      }, 10_000)
    }
  }

  /** None while the extension has their place. */
  #bubbles() {
    return this.#rest.inert ? [] : [...this.transcript.element.querySelectorAll(".body")]
  }

  #place(sticker, view, body, place) {
    const row = Number(body.dataset.row)
    return this.conversation.act("placeSticker", { sticker, view, row, item: body.closest(".row").dataset.id, ...place }).catch(() => {})
  }

  async attach(files) {
    for (const file of files) {
      try {
        const path = await this.#connection.upload(file, file.name)
        await this.conversation.act("attach", { path })
      } catch (error) {
        this.complain(`${file.name}: ${error.message}`)
      }
    }
  }
}

/* The input field: a message that waits, stickers, files and text. Send sends what is seen. */

import { layout, media, spoken, stickerPicture } from "/bubble.js"
import { fill, h, iconButton, words } from "/dom.js"

/** A change by an extension holds Send back for so long, in milliseconds, so that nothing is sent that was not seen. */
const hold = 500

export class Field {
  #conversation
  #apps
  #staged = h("div", { class: "staged" })
  #text
  #send
  #told = ""
  #isSaving = false
  #sent = ""
  #changedAt = 0
  #things = "[null,[]]"
  /** The draft that is drawn: only that one is sent. */
  #shown = null

  constructor(conversation, apps, { attach, drawer }) {
    this.#conversation = conversation
    this.#apps = apps
    this.#text = h("textarea", {
      rows: 1,
      placeholder: "Message",
      "aria-label": "Message",
      dir: "auto",
      enterKeyHint: "send",
      oninput: () => this.#typed(),
      onkeydown: (event) => this.#key(event),
      onpaste: (event) => this.#given(event, event.clipboardData, attach),
    })
    this.#send = iconButton("send", "Send", () => this.send(), { class: "round send" })
    const file = h("input", { type: "file", multiple: true, hidden: true, tabIndex: -1, "aria-hidden": "true" })
    file.onchange = () => {
      attach([...file.files])
      file.value = ""
    }
    this.apps = iconButton("apps", "Apps", drawer, { "aria-expanded": "false" })
    this.element = h(
      "form",
      { class: "field", "aria-label": `Write to ${conversation.name} on ${conversation.device}`, onsubmit: (event) => event.preventDefault() },
      this.apps,
      iconButton("clip", "Attach a file", () => file.click()),
      file,
      h("div", { class: "box" }, this.#staged, this.#text),
      this.#send,
    )
    conversation.addEventListener("draft", (event) => this.#changed(event.detail))
  }

  focus() {
    this.#text.focus()
  }

  #given(event, transfer, attach) {
    if (!transfer?.files.length) return
    event.preventDefault()
    attach([...transfer.files])
  }

  async #changed(draft) {
    // Until it is drawn, the field shows an older one, and nothing is sent.
    this.#drawSend()
    let text = draft.text
    if (draft.text_bytes) {
      try {
        text = await this.#conversation.text()
      } catch (error) {
        return this.#conversation.complain(error.message)
      }
    }
    if (this.#conversation.draft !== draft) return
    this.#shown = draft
    const things = JSON.stringify([draft.message?.id, draft.media.map((item) => item.id)])
    const isOwn = text === this.#text.value || (this.#isSaving && text === this.#sent)
    // Also where the person has just done something: an extension may answer it with something else.
    if (things !== this.#things || !isOwn) this.#changedAt = performance.now()
    this.#things = things
    if (!isOwn) this.#merge(text)
    this.#told = text
    this.#drawStaged(draft)
    this.#drawSend()
  }

  /** Another program or an extension wrote: what the person types meanwhile stays behind it. */
  #merge(text) {
    const typed = this.#text.value
    if (typed === this.#told) return this.#show(text)
    if (!typed.startsWith(this.#told)) return
    this.#show(text + typed.slice(this.#told.length))
    this.#save()
  }

  #show(text) {
    if (this.#text.value !== text) this.#text.value = text
    this.#resize()
  }

  #resize() {
    this.#text.style.blockSize = "auto"
    this.#text.style.blockSize = `${Math.min(this.#text.scrollHeight, 160)}px`
  }

  #drawStaged(draft) {
    const cells = []
    if (draft.message) {
      const message = draft.message
      cells.push(h(
        "div",
        { class: "waiting message", role: "group", "aria-label": `Message to send: ${spoken(message)}` },
        h("div", { class: "bubble card-bubble" }, layout(message, this.#apps)),
        iconButton("close", "Remove the message", () => this.#do("cancelMessage"), { class: "round small" }),
      ))
    }
    draft.media.forEach((item, index) => {
      const name = item.kind === "sticker" ? item.description : item.name
      cells.push(h(
        "div",
        { class: "waiting", role: "group", "aria-label": `To send: ${spoken(item)}` },
        item.kind === "sticker" ? stickerPicture(item.file, name, "thumb") : media(item.file, name, "thumb"),
        iconButton("close", `Remove ${name}`, () => this.#do("removeFromField", { number: index + 1, item: item.id }), {
          class: "round small",
        }),
      ))
    })
    const more = draft.media_count - draft.media.length
    if (more > 0) cells.push(words("span", `and ${more} more`, { class: "note" }))
    fill(this.#staged, cells)
    this.#staged.hidden = cells.length === 0
  }

  #drawSend() {
    const { message, media } = this.#conversation.draft
    const isEmpty = !message && media.length === 0 && this.#text.value.trim() === ""
    this.#send.disabled = isEmpty || this.#shown !== this.#conversation.draft
  }

  async #do(method, params) {
    try {
      await this.#conversation.act(method, params)
    } catch {
      // The conversation has told it.
    }
  }

  #key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return
    event.preventDefault()
    if (!event.repeat) this.send()
  }

  #typed() {
    this.#resize()
    this.#drawSend()
    this.#save()
  }

  /** Tells the host what stands in the field, one request at a time. */
  async #save() {
    if (this.#isSaving) return this.#saving
    this.#isSaving = true
    this.#saving = this.#saveAll()
    return this.#saving
  }

  #saving = Promise.resolve()

  async #saveAll() {
    try {
      let saved
      do {
        saved = this.#text.value
        this.#sent = saved
        await this.#conversation.act("replaceText", { text: saved, now: true })
      } while (saved !== this.#text.value)
    } catch {
      // The conversation has told it; what was written stays.
    } finally {
      this.#isSaving = false
    }
  }

  async send() {
    if (this.#send.disabled) return
    if (this.#text.value !== this.#told || this.#isSaving) await this.#save()
    if (this.#shown !== this.#conversation.draft || performance.now() - this.#changedAt < hold) {
      this.#conversation.complain("The message was changed just now. Look at it, then send it.")
      return
    }
    await this.#do("send", { draft: this.#shown.id })
  }
}

/* The input field: a message that waits, stickers, files and text. Send sends what is seen. */

import { fill, h, iconButton, words } from "/dom.js"
import { Hold, Pictures, Seen } from "/sight.js"
import { isCut, stagedMessage, stagedThing } from "/staged.js"
import { excerpt, hiddenIn, isTooLong, lines, visible } from "/text.js"

/** Of a text in which hidden characters are looked for, in units of UTF-16: a longer one is not sent from here. */
const longestLooked = 20_000
const changed = "The message was changed just now."
const grouped = (number) => number.toLocaleString("en")

/** How long a person who writes where the keyboard came by itself has pressed no key before, in milliseconds. */
const pauseOfKeys = 2_000

export class Field {
  #conversation
  #apps
  #staged = h("div", { class: "staged" })
  #text
  /** Which extension has words in the text. */
  #by = words("p", "", { class: "by", hidden: true })
  /** Which characters of the text are not seen. */
  #unseen = h("p", { class: "by", role: "status", hidden: true })
  /** What is shown of a text that is too long; it is not written in, and not sent from here. */
  #long = h("div", { class: "long", role: "group", "aria-label": "A text that is too long", tabIndex: 0, hidden: true })
  /** That text; null where the whole text is shown. */
  #longText = null
  #send
  #hold
  #seenText
  #seenThings
  /** The pictures that an extension has put there. */
  #pictures
  /** The page gave it the focus by itself: what is typed may be meant for what had it. */
  #isGiven = false
  /** When that was, or when a key was pressed here last. */
  #lastKey = 0
  /** What of the draft is drawn above the text. */
  #drawn = ""
  #told = ""
  #isSaving = false
  /** The person sends what is there, which empties the field. */
  #isSending = false
  #sent = ""
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
      onfocus: (event) => this.#focused(event),
      onpaste: (event) => this.#given(event, event.clipboardData, attach),
    })
    this.#send = iconButton("send", "Send", (event) => this.send(event), { class: "round send" })
    this.#hold = new Hold(this.#send, [this.#text])
    this.#seenText = new Seen(this.#text, true)
    this.#seenThings = new Seen(this.#staged, false)
    this.#pictures = new Pictures(this.#staged, "[data-extension]", () => {
      this.#hold.begin("A picture came into the message just now.")
      this.#seenThings.forget()
    })
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
      h("div", { class: "box", onpointerdown: () => this.#chosen() }, this.#staged, this.#by, this.#unseen, this.#long, this.#text),
      this.#send,
    )
    conversation.addEventListener("draft", (event) => this.#changed(event.detail))
  }

  /** The page gives it the focus, and not the person: the next key may be meant for what had it. */
  focus() {
    const place = this.#longText === null ? this.#text : this.#long
    if (document.activeElement === place) return
    this.#hold.begin("The keyboard came to the input field just now.")
    place.focus()
    this.#isGiven = true
    this.#lastKey = performance.now()
  }

  /** Who begins to write here after a pause has seen where the keyboard is. */
  #writes({ key, timeStamp }) {
    if (key.length === 1 && timeStamp - this.#lastKey >= pauseOfKeys) this.#isGiven = false
    this.#lastKey = timeStamp
  }

  /** The person goes to it, from somewhere else in the page. */
  #focused({ relatedTarget }) {
    if (relatedTarget && relatedTarget !== this.#long) this.#chosen()
  }

  #chosen() {
    this.#isGiven = false
  }

  /** Notices that the field was covered or moved. */
  look() {
    for (const one of [this.#hold, this.#seenText, this.#seenThings]) one.look()
  }

  close() {
    for (const one of [this.#hold, this.#seenText, this.#seenThings]) one.end()
  }

  /** The whole text, also where not all of it is shown. */
  get #value() {
    return this.#longText ?? this.#text.value
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
    const isOwn = text === this.#value || (this.#isSaving && text === this.#sent)
    const hasSameThings = things === this.#things
    const isEmptied = this.#isSending && text === "" && !draft.message && draft.media_count === 0
    // Also where the person has just done something: an extension may answer it with something else.
    if (!hasSameThings || !isOwn) this.#hold.begin(changed, isEmptied)
    this.#things = things
    if (!isOwn) this.#merge(text)
    this.#told = text
    this.#by.hidden = !draft.text_app
    this.#by.textContent = draft.text_app ? `Words by ${visible(draft.text_app)}` : ""
    this.#drawStaged(draft)
    this.#drawSend()
    if (!isOwn) this.#seenText.forget()
    if (!hasSameThings) this.#seenThings.forget()
  }

  /** Another program or an extension wrote: what the person types meanwhile stays behind it. */
  #merge(text) {
    const typed = this.#value
    if (typed === this.#told) return this.#show(text)
    if (!typed.startsWith(this.#told)) return
    this.#show(text + typed.slice(this.#told.length))
    this.#save()
  }

  #show(text) {
    const isLong = isTooLong(text)
    const hadFocus = [this.#text, this.#long].includes(document.activeElement)
    this.#longText = isLong ? text : null
    this.#text.hidden = isLong
    this.#long.hidden = !isLong
    const shown = isLong ? "" : text
    if (this.#text.value !== shown) this.#text.value = shown
    fill(this.#long, isLong ? this.#excerpt(text) : [])
    if (hadFocus) (isLong ? this.#long : this.#text).focus()
    if (!isLong) this.#resize()
  }

  #excerpt(text) {
    const { beginning, hidden, end } = excerpt(text)
    return [
      h(
        "p",
        { class: "note" },
        `This text is too long to be shown, and is not sent from here: ${grouped(text.length)} characters in ${grouped(lines(text))} lines. `,
        h("button", { type: "button", class: "link", onclick: () => this.#clear() }, "Clear the text"),
      ),
      words("div", beginning, { class: "excerpt" }),
      hidden && h("p", { class: "note" }, `… ${grouped(hidden.length)} characters in ${grouped(lines(hidden))} lines are not shown …`),
      end && words("div", end, { class: "excerpt" }),
    ]
  }

  #clear() {
    this.#show("")
    this.#drawSend()
    this.#text.focus()
    this.#save()
  }

  #resize() {
    const text = this.#text.value
    const box = this.#text.parentElement
    const { scrollTop } = box
    // Its place stays as it is while it is measured: the transcript above would leave its end.
    box.style.blockSize = `${box.offsetHeight}px`
    this.#text.style.blockSize = "auto"
    // To measure a long one takes long.
    const isHigh = text.length > 4_000 || lines(text) > 20
    this.#text.style.blockSize = `${isHigh ? 160 : Math.min(this.#text.scrollHeight, 160)}px`
    box.style.blockSize = ""
    box.scrollTop = scrollTop
  }

  #drawUnseen() {
    const hidden = hiddenIn(this.#value.slice(0, longestLooked))
    this.#unseen.hidden = hidden.length === 0
    const first = [...new Set(hidden)].slice(0, 5)
    const sentence = `${grouped(hidden.length)} hidden ${hidden.length === 1 ? "character" : "characters"}: ${first.join(" ")}${first.length < new Set(hidden).size ? " …" : ""}`
    if (this.#unseen.textContent !== sentence) this.#unseen.textContent = sentence
  }

  #drawStaged(draft) {
    const drawn = JSON.stringify([draft.message, draft.media, draft.media_count])
    // Pictures would be loaded again, while the person writes.
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    const cells = []
    if (draft.message) cells.push(stagedMessage(draft.message, this.#apps, () => this.#do("cancelMessage")))
    draft.media.forEach((item, index) => {
      cells.push(stagedThing(item, () => this.#do("removeFromField", { number: index + 1, item: item.id })))
    })
    const more = draft.media_count - draft.media.length
    if (more > 0) cells.push(words("span", `and ${more} more`, { class: "note" }))
    fill(this.#staged, cells)
    this.#staged.hidden = cells.length === 0
  }

  #drawSend() {
    const { message, media } = this.#conversation.draft
    const isEmpty = !message && media.length === 0 && this.#value.trim() === ""
    this.#drawUnseen()
    this.#send.disabled = isEmpty || this.#longText !== null || this.#shown !== this.#conversation.draft
  }

  async #do(method, params) {
    try {
      await this.#conversation.act(method, params)
    } catch {
      // The conversation has told it.
    }
  }

  #key(event) {
    this.#writes(event)
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return
    event.preventDefault()
    if (!event.repeat) this.send(event)
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
        saved = this.#value
        this.#sent = saved
        await this.#conversation.act("replaceText", { text: saved, now: true })
      } while (saved !== this.#value)
    } catch {
      // The conversation has told it; what was written stays.
    } finally {
      this.#isSaving = false
    }
  }

  /** Sends, by an event of a person. */
  async send(event) {
    if (this.#send.disabled) return
    let refusal = this.#refusal(event)
    if (!refusal && (this.#value !== this.#told || this.#isSaving)) {
      await this.#save()
      refusal = this.#refusal(event)
    }
    if (refusal) return this.#conversation.complain(refusal)
    this.#isSending = true
    await this.#do("send", { draft: this.#shown.id })
    this.#isSending = false
  }

  /** Why a press of Send does nothing now; null where it sends. */
  #refusal(event) {
    // What is drawn then holds it for longer, where it is by others.
    if (this.#shown !== this.#conversation.draft) this.#hold.begin(changed, true)
    const refusal = this.#hold.refusal(event)
    if (refusal) return refusal
    if (this.#shown.message && isCut(this.#shown.message)) return "A text of the message is too long to be shown, and is not sent from here."
    const { text_app, message, media, media_count } = this.#shown
    // A press by a key has the detail 0 or none, on a button too.
    if (this.#isGiven && !event.detail) return "The keyboard came to the input field by itself. Click the field, or go to it with Tab, then send."
    if (this.#pictures.isMissing) return "A picture of the message cannot be drawn here, and is not sent from here. Remove it, then send."
    if (!this.#pictures.areDrawn) return "A picture of the message is not drawn yet. Wait until it is there, or remove it, then send."
    if (media_count > media.length) return `${grouped(media_count - media.length)} more things wait than the field shows. Remove some of the others, then send.`
    if (text_app && !this.#seenText.isWhole) return `The words of ${text_app} do not fit into the field. Scroll through all of them, then send.`
    const isOfExtension = message !== null || media.some((item) => item.extension)
    if (isOfExtension && !this.#seenThings.isWhole) return "What waits to be sent does not fit into the field. Scroll through all of it, then send."
    return null
  }
}

/* A window of the host on one conversation, as this page knows it. */

/**
 * Tells "draft", "transcript", "view", "failure", "trouble" and others as events, with the value in `detail`; what they last said
 * stands in the properties of the same names. "fine" comes when an act was done.
 */
export class Conversation extends EventTarget {
  #connection
  #window = null
  #closed = false

  draft = { id: "", message: null, media: [], media_count: 0, text: "" }
  transcript = { count: 0, entries: [] }
  view = { kind: "none", style: "compact" }
  viewEvent = null
  extension = null
  failure = null
  question = null
  payment = null
  pictureRequest = null
  members = []
  /** What the device can do. */
  profile = "full"

  constructor(connection, device, name) {
    super()
    this.#connection = connection
    this.device = device
    this.name = name
  }

  /** Opens the window and follows its events, until `close`. */
  async open() {
    const devices = this.#devices()
    const opened = await this.#connection.call("window.open", { conversation: this.name, device: this.device })
    this.profile = (await devices).find(({ name }) => name === this.device)?.profile ?? this.profile
    if (this.#closed) return this.#connection.call("window.close", { window: opened.window })
    this.#window = opened.window
    this.members = opened.members.filter((member) => member !== opened.person)
    await this.#look()
    this.#follow(opened.window)
  }

  #devices() {
    return this.#connection.list("devices.list", "devices").catch(() => [])
  }

  /** The other devices of the person on which an extension can be opened. */
  async otherDevices() {
    const devices = await this.#devices()
    const person = devices.find(({ name }) => name === this.device)?.person
    return devices.filter((one) => one.person === person && one.profile === "full" && one.name !== this.device).map(({ name }) => name)
  }

  /** Opens it again after the connection was lost. */
  async reopen() {
    this.#window = null
    this.#after = 0
    this.#told = 0
    this.#advance(0)
    await this.open()
  }

  close() {
    this.#closed = true
    if (this.#window) this.#connection.call("window.close", { window: this.#window }).catch(() => {})
    this.#window = null
    this.#advance(0)
  }

  #after = 0
  /** The last event that was told to the page. */
  #told = 0

  async #look() {
    const window = this.#window
    const look = await this.#connection.call("window.look", { window, now: true })
    if (this.#closed || window !== this.#window) return
    this.extension = look.extension
    this.viewEvent = look.view_event ?? null
    this.#tell("draft", look.draft)
    this.#tell("transcript", look.transcript)
    this.#tell("failure", look.failure)
    this.#tell("view", readable(look.view))
    this.#tell("question", look.question ?? null)
    this.#tell("payment", look.payment ?? null)
    this.#tell("pictureRequest", look.picture_request ?? null)
    this.#told = Math.max(this.#told, look.last_event)
    this.#advance(look.last_event)
  }

  async #follow(window) {
    while (window === this.#window) {
      try {
        if (await this.#next(window, 30_000)) return
      } catch (error) {
        if (error.name === "lost" || window !== this.#window) return
        this.#tell("trouble", error.message)
        if (error.name === "unknownWindow") return
        // It may be refused because too many requests wait: it is asked for again.
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  }

  /** Shows what happened since; gives whether nothing will follow. */
  async #next(window, waitMs) {
    const batch = await this.#connection.call("events.next", { window, after: this.#after, kinds, max: 200, waitMs })
    if (window !== this.#window) return true
    // Another answer may have had some of them.
    const events = batch.events.filter((event) => event.number > this.#told)
    this.#told = Math.max(this.#told, batch.next)
    for (const event of lastOfEach(events)) this.#happened(event)
    try {
      if (batch.gap || events.some((event) => event.event === "omitted")) await this.#look()
    } finally {
      // What cannot be looked at does not hold up what follows.
      if (window === this.#window) this.#advance(batch.next)
    }
    return batch.end
  }

  #happened(event) {
    switch (event.event) {
      case "draft":
      case "transcript":
        return this.#tell(event.event, event)
      case "view":
        this.extension = event.kind === "none" ? this.extension : event.extension
        this.viewEvent = event.number
        return this.#tell("view", readable(event))
      case "process":
        return this.#process(event)
      case "receipt":
        this.lastEnd = event
        // What it showed goes with it, without an event of its own.
        if (event.extension === this.extension) this.#tell("view", { kind: "none", style: "compact" })
        if (event.failure) this.#tell("failure", event.failure)
        return this.#tell("ended", event)
      case "question":
        return this.#tell("question", event)
      case "questionOver":
        return this.question?.question === event.question ? this.#tell("question", null) : undefined
      case "payment":
        return this.#tell("payment", event)
      case "paymentOver":
        return this.payment?.payment === event.payment ? this.#tell("payment", null) : undefined
      case "pictureRequest":
        return this.#tell("pictureRequest", event)
      case "pictureRequestOver":
        return this.pictureRequest?.request === event.request ? this.#tell("pictureRequest", null) : undefined
      case "openURL":
      case "keyboard":
      case "moreTime":
      case "handOff":
        return this.#tell(event.event, event)
    }
  }

  #process(event) {
    if (event.state === "launching" || event.state === "spawned") this.extension = event.extension
    this.#tell("process", event)
  }

  #tell(name, value) {
    this[name] = value
    this.dispatchEvent(new CustomEvent(name, { detail: value }))
  }

  /** Something that the person does. What is refused is told as "trouble", and thrown. */
  async act(method, params = {}) {
    try {
      const done = await this.#connection.call(`window.${method}`, { window: this.#window, ...params })
      await this.#caughtUp(done.last_event)
      if (method !== "replaceText") this.#tell("fine")
      return done
    } catch (error) {
      this.#tell("trouble", error.message)
      throw error
    }
  }

  /** Answers a request for a picture, beside what else is under way. What is refused is thrown, and the sheet of the request says it. */
  answerPicture(method, params) {
    return this.#connection.call(`window.${method}`, { window: this.#window, now: true, ...params })
  }

  #catching = []

  /** Waits until the events up to a number are shown. It is asked for them: the last may be of a kind that nothing waits for. */
  #caughtUp(number) {
    if (this.#after >= number || !this.#window) return
    this.#next(this.#window, 0).catch(() => {})
    return new Promise((resolve) => this.#catching.push({ number, resolve }))
  }

  #advance(number) {
    this.#after = Math.max(this.#after, number)
    const isDone = ({ number }) => number <= this.#after || !this.#window
    for (const one of this.#catching) if (isDone(one)) one.resolve()
    this.#catching = this.#catching.filter((one) => !isDone(one))
  }

  /** The person has seen the transcript up to a row. */
  markSeen(item) {
    if (this.#window) this.#connection.call("transcript.seen", { window: this.#window, item, now: true }).catch(() => {})
  }

  /** Shows a sentence where the person looks. */
  complain(sentence) {
    this.#tell("trouble", sentence)
  }

  /** The rows above a row. */
  page(before) {
    return this.#connection.call("transcript.page", { window: this.#window, before, now: true })
  }

  /** A whole text of which only the beginning came: of an item, or of the input field. */
  async text(item) {
    const blob = await this.#connection.content("text.read", { window: this.#window, ...(item ? { item } : {}), now: true })
    return blob.text()
  }

  /** The stickers that the person used last, the newest first. */
  recents() {
    return this.#connection.list("stickers.recent", "stickers", { device: this.device })
  }

  /** A picture that the card names, as a Blob. */
  picture(url) {
    return this.#connection.content("window.picture", { window: this.#window, url, now: true })
  }
}

/** The events that the page shows something of. */
const kinds = ["draft", "transcript", "view", "process", "receipt", "openURL", "keyboard", "moreTime", "handOff", "question", "questionOver",
  "payment", "paymentOver", "pictureRequest", "pictureRequestOver"]

/** A view, or a sentence in its place where the host could not tell it. */
function readable(view) {
  if (view.omitted === undefined) return view
  const lines = ["What the extension shows is too large for this page."]
  return { kind: "card", style: view.style, extension: view.extension, lines }
}

/** Of several views, drafts or transcripts that came together only the last is shown. */
function lastOfEach(events) {
  const shown = new Set(["draft", "transcript", "view"])
  const last = new Map(events.map((event, index) => [event.event, index]))
  return events.filter((event, index) => !shown.has(event.event) || last.get(event.event) === index)
}

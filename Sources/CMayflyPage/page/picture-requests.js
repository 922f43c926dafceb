/* Pictures that an extension asks the person for. The sheet is the page's, and a camera is on only while its sheet is open. */

import { fill, h, showSheet } from "/dom.js"
import { Hold } from "/sight.js"
import { quoted, visible } from "/text.js"

/** The longest side of a picture that the page makes, in pixels. */
const longestSide = 4_096
/** The quality of its JPEG. */
const quality = 0.92
/** The types of files that the host takes as they are. */
const types = new Set(["image/jpeg", "image/png", "image/gif"])
/** The largest picture that the host makes smaller, in bytes. */
const mostBytes = 64 << 20

/** Shows what extensions of a conversation ask for, one at a time. */
export class PictureRequests {
  #connection
  #conversation
  #sheet = null

  constructor(connection, conversation) {
    this.#connection = connection
    this.#conversation = conversation
    conversation.addEventListener("pictureRequest", ({ detail }) => (detail ? this.#ask(detail) : this.#over()))
  }

  /** The conversation is shown no more. */
  close() {
    this.#sheet?.end()
    this.#sheet = null
  }

  #ask(request) {
    if (this.#sheet?.number === request.request) return
    this.#sheet?.end()
    const answer = (method, params) => this.#conversation.answerPicture(method, { request: request.request, ...params })
    const acts = {
      give: async (blob, name) => {
        const path = await this.#connection.upload(blob, name)
        // After a loss of the connection, the same number can be that of another extension.
        if (this.#sheet === sheet) await answer("providePicture", { path })
      },
      refuse: (reason) => answer("refusePicture", { reason }),
    }
    const sheet = request.permission === "camera" ? new CameraSheet(request, acts) : new PhotoSheet(request, acts)
    this.#sheet = sheet
    sheet.begin()
  }

  /** A sheet that says why there is no picture stays until the person closes it. */
  #over() {
    if (!this.#sheet?.hasFailed) this.#sheet?.end()
  }

  /** The host has closed the window, and asks for nothing any more. */
  lost() {
    this.#over()
    // The numbers of the next window begin again.
    this.#sheet = null
  }
}

/** The sheet of one request. */
class RequestSheet {
  #acts
  #dialog
  /** What is held back, and whether its time has begun. */
  #holds = []
  #sentence = h("p", { class: "note bad", role: "alert", hidden: true })
  #buttons = h("p", { class: "buttons" })
  #note
  place = h("div", { class: "wanted" })
  /** Nothing more is asked for here. */
  isOver = false
  hasFailed = false

  constructor(request, acts, title, note) {
    this.#acts = acts
    this.number = request.request
    this.name = `“${quoted(request.name)}”`
    this.#note = h("p", {}, note(this.name))
    this.#dialog = showSheet(
      { "aria-labelledby": "wanted-title", class: "wanted-picture" },
      h("h2", { id: "wanted-title" }, title(this.name)),
      this.#note,
      this.place,
      this.#sentence,
      this.#buttons,
    )
    // Escape gives nothing, as its last button does.
    this.#dialog.addEventListener("close", () => this.#closed())
  }

  /** A button or a field, presses of which are held back for a moment after it has come: they may have been meant for the buttons
   *  that were there before. */
  held(element, act) {
    const others = [...this.#dialog.querySelectorAll("button")]
    const hold = new Hold(element, others)
    this.#holds.push({ element, hold, hasBegun: false })
    element.addEventListener("click", (event) => (hold.refusal(event) ? event.preventDefault() : act?.()))
    return element
  }

  /** Shows these buttons, and one that gives nothing. The first has the focus. */
  offer(...buttons) {
    const last = h("button", { type: "button", class: "button plain" }, this.hasFailed ? "Close" : "Cancel")
    last.addEventListener("click", () => this.#dialog.close())
    fill(this.#buttons, ...buttons, last)
    this.#holds = this.#holds.filter(({ element, hold }) => element.isConnected || hold.end())
    for (const one of this.#holds) {
      if (!one.hasBegun) one.hold.begin("It came just now.")
      one.hasBegun = true
    }
    ;(buttons[0] ?? last).focus()
  }

  say(sentence) {
    this.#sentence.textContent = visible(sentence)
    this.#sentence.hidden = sentence === ""
  }

  /** Gives the picture. Where it is refused, the person can give another one. */
  async give(blob, name) {
    this.say("")
    // The last one gives it up still.
    const buttons = [...this.#dialog.querySelectorAll("button, input")].slice(0, -1)
    for (const button of buttons) button.disabled = true
    try {
      await this.#acts.give(blob, name)
      this.end()
    } catch (error) {
      if (this.isOver) return
      this.say(error.message)
      for (const button of buttons) button.disabled = false
    }
  }

  /** There can be no picture: the extension is told so, and the person why. */
  fail(sentence) {
    if (this.isOver) return
    this.hasFailed = true
    this.isOver = true
    this.stop()
    this.#note.hidden = true
    this.place.hidden = true
    this.say(`${sentence} ${this.name} is told that there is none.`)
    this.offer()
    this.#acts.refuse("unavailable").catch(() => {})
  }

  /** Closes it without an answer. */
  end() {
    this.isOver = true
    this.#dialog.close()
  }

  #closed() {
    for (const { hold } of this.#holds) hold.end()
    this.stop()
    if (this.isOver) return
    this.isOver = true
    this.#acts.refuse("cancelled").catch(() => {})
  }

  /** Gives up what it holds. */
  stop() {}
}

/** The person takes a picture. */
class CameraSheet extends RequestSheet {
  #video = h("video", { "aria-label": "What the camera sees", autoplay: true, muted: true, playsInline: true })
  #stream = null

  constructor(request, acts) {
    super(request, acts, (name) => `Take a picture for ${name}`, (name) => `${name} gets the picture when you use it, and sees nothing before.`)
  }

  async begin() {
    fill(this.place, h("p", { class: "note", role: "status" }, "Waiting for the camera…"))
    this.offer()
    let stream
    try {
      if (!navigator.mediaDevices) throw new DOMException("", isSecureContext ? "NotFoundError" : "SecurityError")
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { width: { ideal: 1_920 }, height: { ideal: 1_080 } } })
    } catch (error) {
      return this.fail(sentences[error.name] ?? "The camera cannot be used.")
    }
    // The sheet may be closed by now.
    if (this.isOver) return stopAll(stream)
    this.#stream = stream
    for (const track of stream.getTracks()) track.addEventListener("ended", () => this.fail("The camera was switched off."))
    this.#video.srcObject = stream
    this.#video.addEventListener("loadeddata", () => this.#look(), { once: true })
  }

  /** Shows what the camera sees. */
  #look() {
    if (this.isOver) return
    fill(this.place, this.#video)
    this.#video.play().catch(() => {})
    this.offer(this.held(button("Take the picture"), () => this.#take()))
  }

  #take() {
    const { videoWidth, videoHeight } = this.#video
    const canvas = drawing(this.#video, videoWidth, videoHeight)
    canvas.setAttribute("role", "img")
    canvas.setAttribute("aria-label", "The picture that you took")
    const use = this.held(button("Use this"), async () => this.give(await jpeg(canvas), "picture.jpg"))
    const again = h("button", { type: "button", class: "button plain", onclick: () => this.#again() }, "Again")
    fill(this.place, canvas)
    this.offer(use, again)
  }

  #again() {
    this.say("")
    this.#look()
  }

  stop() {
    if (this.#stream) stopAll(this.#stream)
    this.#stream = null
    this.#video.srcObject = null
  }
}

/** The person chooses a picture. */
class PhotoSheet extends RequestSheet {
  #input = h("input", { type: "file", accept: "image/*" })
  #shown = h("div", { class: "wanted" })
  #address = null

  constructor(request, acts) {
    super(request, acts, (name) => `Choose a picture for ${name}`, (name) => `${name} gets a copy of the one picture that you use.`)
  }

  begin() {
    this.#input.addEventListener("change", () => this.#chosen())
    fill(this.place, h("label", { class: "wanted-file" }, "The picture", this.held(this.#input)), this.#shown)
    this.offer()
  }

  #chosen() {
    const [file] = this.#input.files
    this.stop()
    this.say("")
    fill(this.#shown)
    if (!file || this.isOver) return
    this.#address = URL.createObjectURL(file)
    const image = h("img", { alt: "The picture that you chose", src: this.#address })
    const isNew = () => image.src === this.#address
    image.addEventListener("error", () => isNew() && this.say("This browser cannot show the file as a picture. Choose another one."))
    image.addEventListener("load", () => {
      if (!isNew() || this.isOver) return
      fill(this.#shown, image)
      this.offer(this.held(button("Use this"), () => this.#use(file, image)))
    })
  }

  async #use(file, image) {
    // What the host does not take, such as WebP, the page makes anew.
    const isTaken = types.has(file.type) && file.size <= mostBytes
    if (isTaken) return this.give(file, file.name)
    return this.give(await jpeg(drawing(image, image.naturalWidth, image.naturalHeight)), "picture.jpg")
  }

  stop() {
    if (this.#address) URL.revokeObjectURL(this.#address)
    this.#address = null
  }
}

/** Why there is no camera, by the name of the browser's error. */
const sentences = {
  NotAllowedError: "The browser does not let this page use the camera.",
  NotFoundError: "There is no camera here.",
  NotReadableError: "The camera cannot be used: another program may have it.",
  SecurityError: "A browser gives the camera to a page of its own machine, and not to one that comes over the network.",
}

const button = (title) => h("button", { type: "button", class: "button" }, title)

function stopAll(stream) {
  for (const track of stream.getTracks()) track.stop()
}

/** What a picture or a movie shows, no larger than a picture may be. What is clear lies on white, as in the pictures of the host. */
function drawing(source, width, height) {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const canvas = h("canvas", { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) })
  const pen = canvas.getContext("2d")
  pen.fillStyle = "white"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas
}

const jpeg = (canvas) => new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality))

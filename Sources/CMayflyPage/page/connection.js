/* The connection of this page to the host: the host protocol, a line in each message of a WebSocket, and the files that come beside it. */

import { bytes } from "/dom.js"

/** An error of the host, with the sentence that it gave. */
class HostError extends Error {
  constructor(error) {
    super(error.message)
    this.name = error.data?.name ?? "error"
    this.code = error.code
  }
}

const keyName = "mayfly-key"

const hasToken = () => new URLSearchParams(location.search).has("token")

/** The second secret of the page: it came once, behind the # of the address, which no request carries. Only the address that the
 *  command printed has it, with the first secret, which the server has checked: another page may lead here with a key of its own. So the
 *  page tries this key and the one that it has kept. */
export function keysHere() {
  const given = hasToken() && /(?:^#|&)key=([\w-]+)/.exec(location.hash)?.[1]
  return [...new Set([given, localStorage.getItem(keyName)])].filter(Boolean)
}

/** Keeps the key that the server has, too. */
function keep(key) {
  localStorage.setItem(keyName, key)
  if (hasToken()) history.replaceState(null, "", location.pathname)
}

/** Whether the server at this address refuses the page. */
async function isReplaced() {
  try {
    return (await fetch("/main.js", { cache: "no-store" })).status === 401
  } catch {
    return false
  }
}

/** Digits of bytes, two for each. */
const digits = (bytes) => Array.from(new Uint8Array(bytes), (one) => one.toString(16).padStart(2, "0")).join("")

/** A code of a text that only those who have the key can make (HMAC with SHA-256). */
async function code(key, text) {
  const encoder = new TextEncoder()
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, ["sign"])
  return digits(await crypto.subtle.sign("HMAC", imported, encoder.encode(text)))
}

/** The languages of the person, as many as the host takes. */
const languages = () => navigator.languages.filter((tag) => /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(tag) && tag.length <= 35).slice(0, 16)

/** Where the server has files for this page: it says so when it has shown that it is the one. */
export let files = ""

export class Connection extends EventTarget {
  #socket = null
  #number = 0
  #waiting = new Map()
  #pause = 250
  #keys

  /** "open", "connecting", "lost", or "replaced" where another server is there by now, which does not know this page. */
  state = "connecting"

  /** It tries these keys in turn, until a server has one of them. */
  constructor(keys) {
    super()
    this.#keys = keys
  }

  /** Begins, and begins again whenever the connection is lost. */
  async start() {
    const number = digits(crypto.getRandomValues(new Uint8Array(16)))
    const [key] = this.#keys
    const proof = isSecureContext ? `page.${number}.${await code(key, `page ${number}`)}` : `key.${key}`
    const socket = new WebSocket(`ws://${location.host}/connection`, ["mayfly.v1", proof])
    this.#socket = socket
    socket.onmessage = async (message) => {
      const greeting = JSON.parse(message.data)
      // Another program may listen there when the server has ended. It does not have the key.
      if (isSecureContext && greeting.server !== await code(key, `server ${number}`)) return socket.close()
      this.#keys = [key]
      keep(key)
      socket.onmessage = (next) => this.#received(JSON.parse(next.data))
      files = `/${greeting.files}`
      this.#begin()
    }
    socket.onclose = () => this.#lost()
  }

  async #begin() {
    try {
      const capabilities = ["questions", "payments", "camera", "photos"]
      await this.call("hello", { client: "mayfly page", versions: [1], capabilities, languages: languages() })
    } catch {
      return this.#socket.close()
    }
    this.#pause = 250
    this.#become("open")
  }

  #received(answer) {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.error) waiting?.reject(new HostError(answer.error))
    else waiting?.resolve(answer.result)
  }

  async #lost() {
    const error = new HostError({ code: 0, message: "The host does not answer.", data: { name: "lost" } })
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    this.#keys.push(this.#keys.shift())
    this.#become("lost")
    if (await isReplaced()) return this.#become("replaced")
    setTimeout(() => this.start(), this.#pause)
    this.#pause = Math.min(this.#pause * 2, 10_000)
  }

  #become(state) {
    if (this.state === state) return
    this.state = state
    if (state === "open") opened(files)
    else closed()
    this.dispatchEvent(new Event("change"))
  }

  /** Calls a method of the host. */
  call(method, params = {}) {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        return reject(new HostError({ code: 0, message: "The host does not answer.", data: { name: "lost" } }))
      }
      this.#number += 1
      this.#waiting.set(this.#number, { resolve, reject })
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id: this.#number, method, params }))
    })
  }

  /** All of a list, of which an answer has as much as there is room for: `name` is the member that has it. */
  async list(method, name, params = {}) {
    const all = []
    for (;;) {
      const answer = await this.call(method, { ...params, skip: all.length })
      all.push(...answer[name])
      if (answer[name].length === 0 || all.length >= answer.count) return all
    }
  }

  /** All pieces of a content, as a Blob. */
  async content(method, params, type) {
    const parts = []
    let offset = 0
    for (;;) {
      const piece = await this.call(method, { ...params, offset })
      const part = bytes(piece.base64)
      parts.push(part)
      offset += part.length
      if (part.length === 0 || offset >= piece.size) return new Blob(parts, { type })
    }
  }

  /** Gives the server a file of the person; the answer is what 'window.attach' and 'extensions.install' take as a path. */
  async upload(file, name, bundle) {
    if (this.state !== "open") throw new HostError({ code: 0, message: "The host does not answer.", data: { name: "lost" } })
    const query = new URLSearchParams({ name, ...(bundle ? { bundle } : {}) })
    const answer = await fetch(`/files?${query}`, {
      method: "POST",
      headers: { "Mayfly-Key": files.slice(1), "Content-Type": "application/octet-stream" },
      body: file,
    })
    const text = await answer.text()
    if (!answer.ok) throw new HostError({ code: answer.status, message: text.trim() || "The file was refused." })
    return JSON.parse(text).file
  }
}

/*
 * What the server has for elements of the page: pictures, movies, and files to save. They are loaded and linked only while the connection
 * is one that has shown its key: another program may listen at this address by then.
 */

/** Where the server has files for this page; null while no connection is open. */
let place = null

/** What each element shows or leads to, below that place. */
const paths = new WeakMap()
/** Pictures that have not come yet. */
const coming = new Set()

const isAsked = (image) => place !== null && image.src.endsWith(place + paths.get(image))
const settled = ({ target }) => isAsked(target) && coming.delete(target)

/** Gives an element what it shows (`src`) or leads to (`href`): at once, or when the server is there again. */
export function give(element, path) {
  paths.set(element, path)
  if (element instanceof HTMLImageElement) {
    coming.add(element)
    for (const name of ["load", "error"]) element.addEventListener(name, settled)
  } else element.dataset.served = ""
  put(element)
  return element
}

/** A picture shows something else. */
export function takeBack(image, source) {
  paths.delete(image)
  coming.delete(image)
  image.src = source
}

function put(element) {
  if (place === null) return
  element[element instanceof HTMLAnchorElement ? "href" : "src"] = place + paths.get(element)
}

const others = () => document.querySelectorAll("[data-served]")

/** The connection has shown that the server is the one. */
export function opened(files) {
  place = files
  for (const one of [...coming, ...others()]) put(one)
}

/** The connection is lost. What is on the screen stays. */
export function closed() {
  if (place === null) return
  place = null
  for (const image of coming) image.removeAttribute("src")
  for (const one of others()) one instanceof HTMLVideoElement ? still(one) : one.removeAttribute("href")
}

/** A movie would go on loading: only what is on the screen of it stays. */
function still(video) {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
    const frame = document.createElement("canvas")
    frame.width = video.videoWidth
    frame.height = video.videoHeight
    frame.getContext("2d").drawImage(video, 0, 0)
    frame.toBlob((blob) => {
      if (blob) video.poster = URL.createObjectURL(blob)
    })
  }
  video.removeAttribute("src")
  video.load()
}

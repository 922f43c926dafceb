/* The connection of this page to the host: the host protocol, a line in each message of a WebSocket. */

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

/** The second secret of the page: it came once, behind the # of the address, which no request carries. Only the address that the
 *  command printed has it, with the first secret, which the server has checked: another page may lead here with a key of its own. */
export function takeKey() {
  const given = /(?:^#|&)key=([\w-]+)/.exec(location.hash)
  if (given && new URLSearchParams(location.search).has("token")) {
    localStorage.setItem(keyName, given[1])
    history.replaceState(null, "", location.pathname)
  }
  return localStorage.getItem(keyName)
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

/** Where the server has files for this page: it says so when it has shown that it is the one. */
export let files = ""

export class Connection extends EventTarget {
  #socket = null
  #number = 0
  #waiting = new Map()
  #pause = 250

  /** "open", "connecting", "lost", or "replaced" where another server is there by now, which does not know this page. */
  state = "connecting"

  constructor(key) {
    super()
    this.key = key
  }

  /** Begins, and begins again whenever the connection is lost. */
  async start() {
    const number = digits(crypto.getRandomValues(new Uint8Array(16)))
    const proof = isSecureContext ? `page.${number}.${await this.#code(`page ${number}`)}` : `key.${this.key}`
    const socket = new WebSocket(`ws://${location.host}/connection`, ["mayfly.v1", proof])
    this.#socket = socket
    socket.onmessage = async (message) => {
      const greeting = JSON.parse(message.data)
      // Another program may listen there when the server has ended. It does not have the key.
      if (isSecureContext && greeting.server !== await this.#code(`server ${number}`)) return socket.close()
      socket.onmessage = (next) => this.#received(JSON.parse(next.data))
      files = `/${greeting.files}`
      this.#begin()
    }
    socket.onclose = () => this.#lost()
  }

  /** A code that only those who have the key can make (HMAC with SHA-256). */
  async #code(text) {
    const encoder = new TextEncoder()
    const algorithm = { name: "HMAC", hash: "SHA-256" }
    const key = await crypto.subtle.importKey("raw", encoder.encode(this.key), algorithm, false, ["sign"])
    return digits(await crypto.subtle.sign("HMAC", key, encoder.encode(text)))
  }

  async #begin() {
    try {
      await this.call("hello", { client: "mayfly page", versions: [1], capabilities: [] })
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
    this.#become("lost")
    if (await isReplaced()) return this.#become("replaced")
    setTimeout(() => this.start(), this.#pause)
    this.#pause = Math.min(this.#pause * 2, 10_000)
  }

  #become(state) {
    if (this.state === state) return
    this.state = state
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

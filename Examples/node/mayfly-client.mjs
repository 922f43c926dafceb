/**
 * A client of the Mayfly host, for Node 18 or newer, without packages.
 *
 * The host is a program. It reads requests (JSON-RPC 2.0, one JSON object a
 * line) and answers each of them once. `mayfly host --schema` prints all methods.
 *
 *     const host = await Host.start({ home: "/tmp/my-home" });
 *     await host.call("devices.create", { name: "alice" });
 *     await host.call("devices.create", { name: "bob" });
 *     await host.call("conversations.create", { name: "chat", devices: ["alice", "bob"] });
 *     const window = await host.openWindow("chat", "alice");
 *     await window.type("Hello");
 *     await window.send((await window.look()).draft.id);
 *     await host.close();
 *
 * `MayflyError` is an answer of the host: the request was refused, and the
 * connection goes on. `HostGone` and `ProtocolError` end the connection: all
 * calls that wait fail, and so do all later ones.
 */

import { spawn } from "node:child_process";
import { connect } from "node:net";
import { resolve } from "node:path";

const PROTOCOL_VERSION = 1;
/** The limit before 'hello' has told the one of this host. */
const LINE_BYTES = 1_048_576;
/** How much of the host's stderr is kept for an error message. */
const STDERR_BYTES = 8_192;
/** How long a host that was told to end may take before it is killed. */
const CLOSE_MS = 10_000;

/**
 * @typedef {{number: number, id: string|null, title: string, kind: string}} Control
 * @typedef {{style: string, kind: "none"|"card"|"stickers", lines?: string[],
 *   controls?: Control[], inputs?: Record<string, string|null>, stickers?: object[]}} View
 * @typedef {{name: string, type: string, bytes: number, width: number|null,
 *   height: number|null, sha256: string}} MediaFile
 * @typedef {{image: MediaFile|null, media: MediaFile|null, image_title: string|null,
 *   image_subtitle: string|null, caption: string|null, subcaption: string|null,
 *   trailing_caption: string|null, trailing_subcaption: string|null}} Layout
 * @typedef {{number?: number, kind: "message"|"sticker"|"attachment"|"text"|"summary",
 *   id: string, sender: string, lines?: string[], layout?: Layout|null, text?: string,
 *   delivery?: string}} Entry
 * @typedef {{id: string, message: Entry|null, media: Entry[], text: string}} Draft
 * @typedef {{count: number, entries: Entry[]}} Transcript
 * @typedef {{last_event: number, view_event?: number, transcript: Transcript, draft: Draft, view: View,
 *   extension: string|null, failure: string|null}} Look
 * @typedef {{number: number, event: string, [member: string]: any}} Event
 * @typedef {{event: "gap", first: number, last: number}} Gap
 *   Events that were not read in time. `look` has the present state.
 * @typedef {{events: Event[], next: number, gap?: {from: number, to: number},
 *   end?: boolean}} Batch
 */

/** All errors of this module. */
export class ClientError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/** The host answered a request with an error. */
export class MayflyError extends ClientError {
  /**
   * @param {string} method
   * @param {{code: number, message: string, data?: any}} error
   */
  constructor(method, error) {
    const { name, ...more } = error.data ?? {};
    const details = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : "";
    super(`${method}: ${error.message} (${name}, code ${error.code})${details}`);
    this.method = method;
    this.code = error.code;
    /**
     * The host's message alone, for a person.
     * @type {string}
     */
    this.hostMessage = error.message;
    this.data = error.data;
    /**
     * The name of the error, for programs.
     * @type {string|undefined}
     */
    this.errorName = name;
  }
}

/** The host could not be started or has ended, or the client is closed. */
export class HostGone extends ClientError {
  /**
   * @param {string} why
   * @param {string} [stderr] The end of what the host wrote for people.
   */
  constructor(why, stderr = "") {
    super(stderr ? `${why}; its last output:\n${stderr}` : why);
    this.stderr = stderr;
  }
}

/** The host wrote something that is not an answer of this protocol. */
export class ProtocolError extends ClientError {}

/** Nothing happened in time. */
export class NoAnswer extends ClientError {}

/** The host does not keep all of the events that were waited for. */
export class MissedEvents extends ClientError {}

/** Cuts a stream of bytes into lines. */
class Lines {
  /** @type {Buffer[]} */
  #parts = [];

  /**
   * The lines that are complete with these bytes.
   * @param {Buffer} bytes
   * @returns {string[]}
   */
  add(bytes) {
    const lines = [];
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      // Bytes are joined before they become text: a character may be cut in two.
      lines.push(Buffer.concat([...this.#parts, bytes.subarray(start, end)]).toString());
      this.#parts = [];
      start = end + 1;
    }
    if (start < bytes.length) this.#parts.push(bytes.subarray(start));
    return lines;
  }
}

/** A connection to a host. */
export class Host {
  /** @type {Map<number, {method: string, done: (result: any) => void, fail: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {ClientError|null} */
  #ended = null;
  #lastNumber = 0;
  #lineLimit = LINE_BYTES;
  #lines = new Lines();
  #output;
  #process;
  /**
   * Resolves when the other side has ended.
   * @type {Promise<void>}
   */
  #gone;
  /**
   * The answer to 'hello'.
   * @type {{limits: Record<string, number>, [member: string]: any}}
   */
  welcome = { limits: {} };

  /**
   * Use `Host.start` or `Host.connect` instead.
   * @param {import("node:stream").Readable} input
   * @param {import("node:stream").Writable} output
   * @param {Promise<HostGone>} gone
   * @param {import("node:child_process").ChildProcess|null} process
   */
  constructor(input, output, gone, process) {
    this.#output = output;
    this.#process = process;
    input.on("data", (/** @type {Buffer} */ bytes) => this.#read(bytes));
    // A write to a host that is gone fails here; `gone` has more to tell.
    output.on("error", () => {});
    this.#gone = gone.then((error) => this.#end(error));
  }

  /**
   * Starts a host; it ends with the connection.
   * @param {{mayfly?: string, home?: string, options?: string[], client?: string}} settings
   */
  static async start({ mayfly = "mayfly", home, options = [], client } = {}) {
    const words = ["host", "--stdio", ...options, ...(home === undefined ? [] : ["--home", home])];
    // Detached, the host does not get the Ctrl-C of a terminal. Its input ends
    // with this program, and then it closes all in order.
    const process = spawn(mayfly, words, { detached: true });
    let stderr = "";
    process.stderr.setEncoding("utf8");
    process.stderr.on("data", (text) => {
      stderr = (stderr + text).slice(-STDERR_BYTES);
    });
    /** @type {Promise<HostGone>} */
    const gone = new Promise((tell) => {
      process.on("error", (error) => tell(new HostGone(`the host cannot be started: ${error.message}`)));
      // 'close' comes when the process has ended and all that it wrote was read.
      process.on("close", (status, signal) => {
        const how = signal ? `killed by ${signal}` : `exit status ${status}`;
        tell(new HostGone(`the host has ended (${how})`, stderr.trim()));
      });
    });
    return new Host(process.stdout, process.stdin, gone, process).#hello(client);
  }

  /**
   * Connects to a host that serves on a Unix socket.
   * @param {{path: string, client?: string}} settings
   */
  static async connect({ path, client }) {
    const socket = connect(path);
    /** @type {Promise<HostGone>} */
    const gone = new Promise((tell) => {
      socket.on("error", (error) => tell(new HostGone(`the connection to '${path}' failed: ${error.message}`)));
      socket.on("close", () => tell(new HostGone("the host has closed the connection")));
    });
    return new Host(socket, socket, gone, null).#hello(client);
  }

  async #hello(client = "node-example") {
    try {
      this.welcome = await this.call("hello", { client, versions: [PROTOCOL_VERSION] });
      this.#lineLimit = this.welcome.limits.line_bytes ?? LINE_BYTES;
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /**
   * Calls a method. A parameter that is undefined is left out. It waits for the
   * answer as long as the host lives.
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>}
   */
  async call(method, params = {}) {
    if (this.#ended) throw this.#ended;
    const id = ++this.#lastNumber;
    const line = JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
    // The host answers a line that is too long without its id. Nobody could
    // tell which request failed, so such a line is never written.
    const bytes = Buffer.byteLength(line);
    if (bytes > this.#lineLimit) {
      throw new RangeError(`${method}: the request has ${bytes} bytes, ${this.#lineLimit} are allowed`);
    }
    return new Promise((done, fail) => {
      this.#waiting.set(id, { method, done, fail });
      this.#output.write(line);
    });
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    try {
      for (const line of this.#lines.add(bytes)) this.#answer(line);
    } catch (error) {
      this.#end(/** @type {ClientError} */ (error));
      this.#process?.kill("SIGKILL");
    }
  }

  /** @param {string} line */
  #answer(line) {
    let answer;
    try {
      answer = JSON.parse(line);
    } catch {
      throw new ProtocolError(`the host wrote a line that is not JSON: ${line.slice(0, 200)}`);
    }
    if (typeof answer?.id !== "number") {
      throw new ProtocolError(`the host did not understand the client: ${line.slice(0, 1000)}`);
    }
    const call = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (!call) return;
    if (answer.error) call.fail(new MayflyError(call.method, answer.error));
    else call.done(answer.result);
  }

  /**
   * Fails all calls that wait, and all later ones. The first error stays.
   * @param {ClientError} error
   */
  #end(error) {
    this.#ended ??= error;
    for (const call of this.#waiting.values()) call.fail(this.#ended);
    this.#waiting.clear();
  }

  /** Ends the connection, and the host if this client has started it. */
  async close() {
    this.#end(new HostGone("the client has closed the connection"));
    // The end of its input tells the host to close all and to exit.
    this.#output.end();
    const timer = setTimeout(() => {
      this.#process?.kill("SIGKILL");
      this.#output.destroy();
    }, CLOSE_MS);
    await this.#gone;
    clearTimeout(timer);
  }

  /**
   * @param {string} conversation
   * @param {string} [device]
   */
  async openWindow(conversation, device) {
    const answer = await this.call("window.open", { conversation, device });
    return new Window(this, answer.window, answer.device);
  }

  /**
   * The whole content of a file that a layout or an item names.
   * @param {string} sha256
   */
  async readMedia(sha256) {
    let content = Buffer.alloc(0);
    for (;;) {
      const piece = await this.call("media.read", { sha256, offset: content.length });
      const part = Buffer.from(piece.base64, "base64");
      content = Buffer.concat([content, part]);
      if (part.length === 0 || content.length >= piece.size) return content;
    }
  }
}

/**
 * A window on a conversation, as one of its devices. An act gives the number of
 * the newest event when the act and all that follows from it are done.
 */
export class Window {
  /**
   * @param {Host} host
   * @param {string} name
   * @param {string} device
   */
  constructor(host, name, device) {
    this.host = host;
    this.name = name;
    this.device = device;
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<number>}
   */
  async act(method, params = {}) {
    return (await this.host.call(method, { window: this.name, ...params })).last_event;
  }

  /** @param {string} extension */
  openExtension(extension) {
    return this.act("window.openExtension", { extension });
  }

  closeExtension() {
    return this.act("window.closeExtension");
  }

  /**
   * Taps a control by number, id or title. With the number of a 'view' event,
   * the host refuses a tap on a view that has changed since.
   * @param {string|number} control
   * @param {number} [view]
   * @param {"number"|"id"|"title"} [by] nothing else is looked for then
   */
  tap(control, view, by) {
    return this.act("window.tap", { control: String(control), view, by });
  }

  /**
   * @param {string} input
   * @param {string} value
   */
  input(input, value) {
    return this.act("window.input", { input, value });
  }

  /**
   * Taps a row. With the id of its item, nothing is done where the row has moved.
   * @param {number} row
   * @param {string} [item]
   */
  tapBubble(row, item) {
    return this.act("window.tapBubble", { row, item });
  }

  /**
   * @param {number} sticker
   * @param {number} [view]
   */
  tapSticker(sticker, view) {
    return this.act("window.tapSticker", { sticker, view });
  }

  /**
   * @param {{sticker: number, view: number, row: number, item?: string,
   *   x?: number, y?: number, scale?: number, rotation?: number}} placement
   */
  placeSticker(placement) {
    return this.act("window.placeSticker", placement);
  }

  /** @param {"compact"|"expanded"} style */
  setStyle(style) {
    return this.act("window.setStyle", { style });
  }

  /** @param {"left"|"right"} direction */
  swipe(direction) {
    return this.act("window.swipe", { direction });
  }

  /** @param {string} text */
  type(text) {
    return this.act("window.type", { text });
  }

  /** @param {string} text */
  replaceText(text) {
    return this.act("window.replaceText", { text });
  }

  /** @param {string} path */
  attach(path) {
    return this.act("window.attach", { path: resolve(path) });
  }

  /**
   * @param {number} number
   * @param {string} [item]
   */
  removeFromField(number, item) {
    return this.act("window.removeFromField", { number, item });
  }

  clearField() {
    return this.act("window.clearField");
  }

  cancelMessage() {
    return this.act("window.cancelMessage");
  }

  /**
   * Sends the draft with this id: `(await window.look()).draft.id`.
   * @param {string} draft
   */
  send(draft) {
    return this.act("window.send", { draft });
  }

  /**
   * @param {number} row
   * @param {string} [item]
   */
  keep(row, item) {
    return this.act("window.keep", { row, item });
  }

  settle() {
    return this.act("window.settle");
  }

  /** Closes the window. Its last events can still be read. */
  close() {
    return this.act("window.close");
  }

  /**
   * What the window shows now.
   * @returns {Promise<Look>}
   */
  look() {
    return this.host.call("window.look", { window: this.name });
  }

  /**
   * The end of the transcript, or the rows above the row with this id.
   * @param {string} [before]
   * @returns {Promise<Transcript>}
   */
  transcript(before) {
    return this.host.call("transcript.page", { window: this.name, before });
  }

  /**
   * One batch of events, as the host answers it.
   * @param {number} after
   * @param {number} [waitMs]
   * @returns {Promise<Batch>}
   */
  pull(after, waitMs = 0) {
    const most = this.host.welcome.limits.wait_ms ?? 10_000;
    return this.host.call("events.next", {
      window: this.name,
      after,
      waitMs: Math.max(0, Math.min(most, Math.ceil(waitMs))),
    });
  }

  /**
   * All events after a number; it ends when the window is closed.
   * @param {number} after
   * @returns {AsyncGenerator<Event|Gap, void, undefined>}
   */
  async *events(after = 0) {
    for (;;) {
      /** @type {Batch} */
      const batch = await this.pull(after, Infinity);
      // A gap lies before the events of its batch.
      if (batch.gap) yield { event: "gap", first: batch.gap.from, last: batch.gap.to };
      yield* batch.events;
      if (batch.end) return;
      after = batch.next;
    }
  }

  /**
   * The first event after a number that the predicate accepts. It looks at old
   * events too: give the number that an act has returned to look only at what
   * came later.
   * @param {(event: Event) => boolean} predicate
   * @param {{after?: number, timeoutMs?: number}} settings
   * @returns {Promise<Event>}
   */
  async waitFor(predicate, { after = 0, timeoutMs = 30_000 } = {}) {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const batch = await this.pull(after, end - Date.now());
      if (batch.gap) {
        throw new MissedEvents(`the events ${batch.gap.from} to ${batch.gap.to} are not kept any more`);
      }
      const found = batch.events.find(predicate);
      if (found) return found;
      if (batch.end) throw new NoAnswer(`the window '${this.name}' was closed before the event came`);
      if (batch.events.length === 0 && Date.now() >= end) {
        throw new NoAnswer(`the event did not come in ${timeoutMs} milliseconds`);
      }
      after = batch.next;
    }
  }
}

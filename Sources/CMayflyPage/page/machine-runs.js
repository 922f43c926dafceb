/* The extensions that are running, and how the last ones ended. What only their authors need stands behind "Details". */

import { duration, h, size, words } from "/dom.js"
import { dayAndTime, fullTime } from "/times.js"

// --- Running

/** Draws the running ones. They are drawn again each second: what a person has opened or focused stays. */
export function drawRunning({ connection, act, body }) {
  const rows = new Map()
  const list = h("ul", { class: "things" })
  return async () => {
    const { workers } = await connection.call("workers.list")
    if (!workers.length) return h("p", { class: "note" }, "No extension is running. Each ends as soon as nobody looks at it.")
    for (const [id, row] of rows) {
      if (workers.some((one) => one.id === id)) continue
      row.element.remove()
      rows.delete(id)
    }
    for (const one of workers) {
      if (!rows.has(one.id)) {
        rows.set(one.id, worker(one, () => act(() => connection.call("workers.kill", { extension: one.extension }))))
        list.append(rows.get(one.id).element)
      }
      rows.get(one.id).show(one)
    }
    return body.contains(list) ? null : list
  }
}

const states = { launching: "is starting", active: "is open", lingering: "is closed, and kept for a moment" }

function worker(one, end) {
  const [told, cost] = [words("p", "", { class: "note" }), h("dl", {})]
  const element = h(
    "li",
    { class: "thing running" },
    h("div", {}, words("strong", one.name), told, h("details", {}, h("summary", {}, "Details"), cost)),
    h("button", { type: "button", class: "button plain", "aria-label": `End ${one.name}`, onclick: end }, "End"),
  )
  const show = (now) => {
    told.textContent = `${states[now.state] ?? now.state} for ${now.device} in ${now.conversation}, since ${duration(now.age_ms)}`
    cost.replaceChildren(...pairs([
      ["Memory", now.memory_kib === null ? "unknown" : size(now.memory_kib * 1_024)],
      ["Time of the processor", now.cpu_us === null ? "unknown" : `${(now.cpu_us / 1_000).toFixed(0)} ms`],
      ["Process", String(now.pid)],
    ]))
  }
  return { element, show }
}

// --- Ended

/** What ended an extension: in a few words after its name, and in a sentence where something went wrong. */
const causes = {
  finished: ["was closed"],
  killed: ["was ended by you"],
  hostEnded: ["was closed with the program that had it open"],
  evicted: ["was closed to make room for others"],
  crashed: ["crashed", "It has a mistake, and stopped. Nothing else was harmed."],
  exited: ["ended by itself", "It stopped without being asked to."],
  unresponsive: ["did not answer", "It was busy for too long, so it was stopped."],
  launchTimeout: ["did not start in time", "It took too long to show something, so it was stopped."],
  refused: ["could not be opened", "It does not work with this version of Mayfly, or a part of it is missing."],
  notStarted: ["could not be started", "This machine could not start it now."],
  protocolViolation: ["broke the rules", "It did what no extension may do, so it was stopped."],
  channelClosed: ["broke the connection", "It stopped talking to Mayfly."],
  sandbox: ["could not be shut in", "It was not opened: the walls around extensions could not be put up. See “Protection”."],
}
/** What remains are limits. */
const overLimit = ["used too much", "It went over a limit that keeps this machine usable, so it was stopped."]

export async function drawEnded({ connection, extension }) {
  const { receipts } = await connection.call("receipts.list", { last: 30, ...(extension ? { extension } : {}) })
  if (!receipts.length) return h("p", { class: "note" }, "Nothing has ended yet.")
  return h("ul", { class: "things" }, receipts.reverse().map((one, index) => h("li", { class: "thing" }, receipt(one, extension && index === 0))))
}

function receipt(one, isOpen) {
  const [what, why] = causes[one.cause] ?? overLimit
  const layers = one.missing_layers.length ? "Not all of the walls around it held on this machine: see “Protection”." : null
  return h(
    "details",
    { open: isOpen },
    h(
      "summary",
      {},
      words("strong", one.name),
      h("span", { class: why ? "bad" : "" }, ` ${what}`),
      h("small", { title: fullTime(one.ended) }, ` · ${dayAndTime(one.ended)} · for ${one.device} in ${one.conversation}`),
    ),
    h("p", {}, [why ?? "All went well.", layers].filter(Boolean).join(" ")),
    h("details", { class: "technical" }, h("summary", {}, "Details for its author"), technical(one)),
  )
}

function technical(one) {
  const stack = one.crash ?? one.stack
  return [
    one.failure ? words("p", one.failure) : null,
    h("dl", {}, pairs(facts(one))),
    stack ? h("ol", { class: "stack", "aria-label": "Call stack" }, stack.frames.map((frame) => h("li", { class: frame.own ? "own" : "" }, `${frame.demangled ?? frame.symbol ?? frame.address}${frame.library ? ` in ${frame.library}` : ""}${frame.guess ? " (a guess)" : ""}`))) : null,
    one.notes.length ? h("ul", { class: "notes", "aria-label": "Notes" }, one.notes.map((text) => words("li", text))) : null,
    one.output ? words("pre", one.output, { tabIndex: 0, "aria-label": "What it printed" }) : null,
  ]
}

function facts(one) {
  return [
    ["Cause", one.cause],
    ["Lived", one.lifetime_us === null ? "unknown" : `${(one.lifetime_us / 1_000).toFixed(1)} ms`],
    ["Processor", one.cpu_us === null ? "unknown" : `${(one.cpu_us / 1_000).toFixed(1)} ms`],
    ["Memory at most", one.peak_memory_kib === null ? "unknown" : size(one.peak_memory_kib * 1_024)],
    ["Callback at its end", one.phase ?? "none"],
    ...(one.refused_calls.length ? [["Refused system calls", one.refused_calls.join(", ")]] : []),
    ...(one.missing_layers.length ? [["Layers that did not hold", one.missing_layers.join(", ")]] : []),
  ]
}

const pairs = (facts) => facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])

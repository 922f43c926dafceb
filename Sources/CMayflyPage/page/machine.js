/* What a person sees of the machine: extensions, running ones, how the last ones ended, and the sandbox. */

import { duration, fill, h, iconButton, showSheet, size, words } from "/dom.js"

const parts = [
  { id: "extensions", title: "Extensions", draw: drawExtensions },
  { id: "running", title: "Running", draw: drawRunning },
  { id: "ended", title: "Ended", draw: drawEnded },
  { id: "sandbox", title: "Sandbox", draw: drawSandbox },
]

/** Shows it in a dialog; `extension` shows how its last launch ended. */
export function showMachine(connection, apps, { part = "extensions", extension } = {}) {
  const body = h("div", { class: "machine-body", id: "machine-panel", role: "tabpanel", tabIndex: 0 })
  const trouble = h("p", { class: "note bad", role: "alert" })
  let shown = part

  const context = {
    connection,
    apps,
    extension,
    async act(work) {
      trouble.textContent = ""
      try {
        await work()
      } catch (error) {
        trouble.textContent = error.message
      }
      draw()
    },
  }

  const tabs = parts.map(({ id, title }) => h("button", {
    type: "button",
    role: "tab",
    id: `tab-${id}`,
    "aria-controls": "machine-panel",
    onclick: () => choose(id),
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      const index = parts.findIndex((one) => one.id === shown)
      choose(parts[(index + step + parts.length) % parts.length].id)
      tabs.find((tab) => tab.getAttribute("aria-selected") === "true").focus()
    },
  }, title))

  function choose(id) {
    shown = id
    context.extension = undefined
    draw()
  }

  async function draw() {
    for (const tab of tabs) {
      const isShown = tab.id === `tab-${shown}`
      tab.setAttribute("aria-selected", String(isShown))
      tab.tabIndex = isShown ? 0 : -1
    }
    body.setAttribute("aria-labelledby", `tab-${shown}`)
    const now = shown
    try {
      const content = await parts.find((one) => one.id === now).draw(context)
      // A button that is pressed just now stays where it is.
      if (now === shown && !body.querySelector("button:active") && !body.contains(document.activeElement?.closest(".machine-body .row-of"))) fill(body, content)
    } catch (error) {
      fill(body, h("p", { class: "note bad" }, error.message))
    }
  }

  const dialog = showSheet(
    { class: "machine", "aria-label": "This machine" },
    h("header", { class: "bar" }, h("div", { class: "tabs", role: "tablist", "aria-label": "This machine" }, tabs), iconButton("close", "Close", () => dialog.close())),
    trouble,
    body,
  )
  draw()
  const timer = setInterval(() => shown === "running" && !document.hidden && draw(), 1_000)
  dialog.addEventListener("close", () => clearInterval(timer))
}

async function drawExtensions({ connection, apps, act }) {
  const { extensions } = await connection.call("extensions.list")
  const folder = h("input", { type: "file", hidden: true, webkitdirectory: true, tabIndex: -1, "aria-hidden": "true" })
  folder.onchange = () => act(() => install(connection, [...folder.files]))
  return [
    h("p", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => folder.click() }, "Install a bundle…"), folder),
    h("ul", { class: "things" }, extensions.map((one) => entry(one, connection, apps, act))),
  ]
}

function entry(one, connection, apps, act) {
  if (one.state === "broken") {
    return h("li", { class: "thing" }, h("div", {}, words("strong", one.id ?? one.path), h("p", { class: "note bad" }, one.reason)))
  }
  const isOn = one.disabled_on.length === 0
  return h(
    "li",
    { class: "thing" },
    apps.image(one.id, "", "tile-icon"),
    h(
      "div",
      {},
      words("strong", one.name),
      h("small", {}, ` ${one.version} · ${one.kind}`),
      one.state === "shadowed" ? h("p", { class: "note" }, `Not used: ${one.shadowed_by} comes before it.`) : null,
      one.disabled_on.length ? words("p", `Off on ${one.disabled_on.join(", ")}`, { class: "note" }) : null,
      one.warnings.length ? h("details", {}, h("summary", {}, `${one.warnings.length} warnings`), one.warnings.map((text) => words("p", text))) : null,
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        role: "switch",
        checked: isOn,
        "aria-label": `${one.name} is on`,
        onchange: (event) => act(() => connection.call("extensions.setEnabled", { extension: one.id, enabled: event.target.checked })),
      }),
      "On",
    ),
    h("button", {
      type: "button",
      class: "button plain",
      "aria-label": `Uninstall ${one.name}`,
      onclick: (event) => twice(event.target, "Really uninstall?", () => act(() => connection.call("extensions.uninstall", { extension: one.id }))),
    }, "Uninstall"),
  )
}

/** Asks by the button itself: a second press within four seconds does it. */
function twice(button, question, work) {
  if (button.dataset.asked) return work()
  const text = button.textContent
  button.dataset.asked = "yes"
  button.textContent = question
  setTimeout(() => {
    delete button.dataset.asked
    button.textContent = text
  }, 4_000)
}

async function install(connection, files) {
  let bundle = "new"
  for (const file of files) bundle = await connection.upload(file, file.webkitRelativePath, bundle)
  await connection.call("extensions.install", { path: bundle })
}

async function drawRunning({ connection, act }) {
  const { workers } = await connection.call("workers.list")
  if (!workers.length) return h("p", { class: "note" }, "No extension is running. They end as soon as nobody looks at them.")
  return h("table", {}, h("thead", {}, h("tr", {}, ["Extension", "", "For", "State", "Age", "Memory", "Processor"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, workers.map((one) => h(
    "tr",
    {},
    words("th", one.name, { scope: "row" }),
    h("td", {}, h("button", { type: "button", class: "button plain", "aria-label": `End ${one.name}`, onclick: () => act(() => connection.call("workers.kill", { extension: one.extension })) }, "End")),
    words("td", `${one.device}, ${one.conversation}`),
    h("td", {}, one.state),
    h("td", {}, duration(one.age_ms)),
    h("td", {}, one.memory_kib === null ? "" : size(one.memory_kib * 1_024)),
    h("td", {}, one.cpu_us === null ? "" : `${(one.cpu_us / 1_000).toFixed(0)} ms`),
  ))))
}

async function drawEnded({ connection, extension }) {
  const { receipts } = await connection.call("receipts.list", { last: 30, ...(extension ? { extension } : {}) })
  if (!receipts.length) return h("p", { class: "note" }, "Nothing has ended yet.")
  return h("ul", { class: "things" }, receipts.reverse().map((one, index) => h("li", { class: "thing" }, receipt(one, extension && index === 0))))
}

function receipt(one, isOpen) {
  const stack = one.crash ?? one.stack
  return h(
    "details",
    { open: isOpen },
    h("summary", {}, words("strong", one.name), ` ${one.cause}`, h("small", {}, ` · ${new Date(one.ended).toLocaleTimeString()} · ${one.device}, ${one.conversation}`)),
    one.failure ? words("p", one.failure, { class: "bad" }) : null,
    h("dl", {}, facts(one).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    stack ? h("ol", { class: "stack", "aria-label": "Call stack" }, stack.frames.map((frame) => h("li", { class: frame.own ? "own" : "" }, `${frame.demangled ?? frame.symbol ?? frame.address}${frame.library ? ` in ${frame.library}` : ""}${frame.guess ? " (a guess)" : ""}`))) : null,
    one.notes.length ? h("ul", { class: "notes", "aria-label": "Notes" }, one.notes.map((text) => words("li", text))) : null,
    one.output ? words("pre", one.output, { tabIndex: 0, "aria-label": "What it printed" }) : null,
  )
}

function facts(one) {
  return [
    ["Lived", one.lifetime_us === null ? "unknown" : `${(one.lifetime_us / 1_000).toFixed(1)} ms`],
    ["Processor", one.cpu_us === null ? "unknown" : `${(one.cpu_us / 1_000).toFixed(1)} ms`],
    ["Memory at most", one.peak_memory_kib === null ? "unknown" : size(one.peak_memory_kib * 1_024)],
    ["Callback at its end", one.phase ?? "none"],
    ...(one.refused_calls.length ? [["Refused system calls", one.refused_calls.join(", ")]] : []),
    ...(one.missing_layers.length ? [["Layers that did not hold", one.missing_layers.join(", ")]] : []),
  ]
}

async function drawSandbox({ connection }) {
  const { layers } = await connection.call("doctor")
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Layer"), h("th", { scope: "col" }, "On this machine"))), h("tbody", {}, layers.map((one) => h(
    "tr",
    {},
    h("th", { scope: "row" }, one.layer),
    h("td", { class: one.on ? "" : "bad" }, one.on ? "works" : `is missing: ${one.why ?? ""}`),
  ))))
}

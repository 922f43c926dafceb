/* What a person sees of the machine: extensions, running ones, how the last ones ended, and what protects from them. */

import { fill, h, iconButton, showSheet, words } from "/dom.js"
import { drawProtection } from "/machine-protection.js"
import { meaning } from "/questions.js"
import { drawEnded, drawRunning } from "/machine-runs.js"

const parts = [
  { id: "extensions", title: "Extensions", draw: drawExtensions },
  { id: "running", title: "Running", draw: (context) => context.running() },
  { id: "ended", title: "Ended", draw: drawEnded },
  { id: "protection", title: "Protection", draw: drawProtection },
]

/** Shows it in a dialog; `extension` shows how its last launch ended. */
export function showMachine(connection, apps, { part = "extensions", extension, store } = {}) {
  const body = h("div", { class: "machine-body", id: "machine-panel", role: "tabpanel", tabIndex: 0 })
  const trouble = h("p", { class: "note bad", role: "alert" })
  let shown = part

  const context = {
    connection,
    apps,
    extension,
    store() {
      dialog.close()
      store()
    },
    body,
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

  context.running = drawRunning(context)

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
      if (content !== null && now === shown) keepingFocus(body, () => fill(body, content))
    } catch (error) {
      fill(body, h("p", { class: "note bad" }, error.message))
    }
  }

  const dialog = showSheet(
    { class: "machine", "aria-label": "This machine" },
    h("header", { class: "bar" }, h("h2", {}, "This machine"), iconButton("close", "Close", () => dialog.close())),
    h("div", { class: "tabs", role: "tablist", "aria-label": "This machine" }, tabs),
    trouble,
    body,
  )
  draw()
  const timer = setInterval(() => shown === "running" && !document.hidden && draw(), 1_000)
  dialog.addEventListener("close", () => clearInterval(timer))
}

/** Changes what a place has. The focus stays on the control of the same name, or in the place. */
function keepingFocus(place, change) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null
  const name = focused?.getAttribute("aria-label") ?? focused?.textContent
  change()
  if (!focused || place.contains(document.activeElement)) return
  const controls = [...place.querySelectorAll("button, input, summary, [tabindex]")]
  const next = controls.find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name)
  ;(next ?? place).focus()
}

async function drawExtensions({ connection, apps, act, store }) {
  const [extensions, answers] = await Promise.all([
    connection.list("extensions.list", "extensions"),
    connection.list("permissions.list", "answers"),
  ])
  const folder = h("input", { type: "file", hidden: true, webkitdirectory: true, tabIndex: -1, "aria-hidden": "true" })
  folder.onchange = () => act(() => install(connection, [...folder.files]))
  return [
    h("p", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => folder.click() }, "Add an extension…"), h("button", { type: "button", class: "button plain", onclick: store }, "Get from a store…"), folder),
    h("p", { class: "note" }, "An extension is a folder whose name ends in “.mayfly”."),
    h("ul", { class: "things" }, extensions.map((one) => entry(one, answers, connection, apps, act))),
  ]
}

function entry(one, answers, connection, apps, act) {
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
      h("small", {}, ` ${one.kind === "app" ? "App" : "Stickers"}, version ${one.version}`),
      one.state === "shadowed" ? h("p", { class: "note" }, `Not used: ${one.shadowed_by} comes before it.`) : null,
      one.disabled_on.length ? words("p", `Off on ${one.disabled_on.join(", ")}`, { class: "note" }) : null,
      one.warnings.length ? h("details", {}, h("summary", {}, "Notes for its author"), one.warnings.map((text) => words("p", text))) : null,
      one.state === "shadowed" ? null : drawAnswers(answers.filter(({ extension }) => extension === one.id), connection, act),
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
      "aria-label": `Remove ${one.name}`,
      onclick: (event) => twice(event.target, "Really remove?", () => act(() => connection.call("extensions.uninstall", { extension: one.id }))),
    }, "Remove"),
  )
}

/** What people have answered to an extension that asked for permissions, each with a button that withdraws it. */
function drawAnswers(answers, connection, act) {
  if (answers.length === 0) return null
  return h("ul", { class: "answers", "aria-label": "Permissions" }, answers.map(({ extension, permission, device, granted }) => {
    const sentence = `${granted ? "May" : "May not"} ${meaning(permission)}`
    const withdraw = () => act(() => connection.call("permissions.revoke", { extension, permission, device }))
    return h(
      "li",
      {},
      h("span", {}, `${sentence}, on `, words("span", device)),
      h("button", { type: "button", class: "button plain", "aria-label": `Withdraw on ${device}: ${sentence}`, onclick: withdraw }, "Withdraw"),
    )
  }))
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

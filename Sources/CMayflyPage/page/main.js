/* The page: panes, each the screen of a device. What they show stands in the address, behind the #. */

import { Apps } from "/apps.js"
import { Connection, files, keysHere } from "/connection.js"
import { fill, h } from "/dom.js"
import { Pane } from "/pane.js"

const panes = document.getElementById("panes")
const lost = h("p", { class: "lost", role: "alert", hidden: true })
document.body.prepend(lost)
const sentences = {
  lost: "The host does not answer. If it was started again, open the new address that it printed.",
  replaced: "The server was started again, and does not know this page. Open the new address that it printed.",
}

const rightToLeft = new Set(["ar", "fa", "he", "ur", "ps", "yi", "dv", "ug", "sd", "ckb"])
if (rightToLeft.has(navigator.language.split("-")[0])) document.documentElement.dir = "rtl"

const keys = keysHere()
const connection = new Connection(keys)
const apps = new Apps(connection)
const shown = []

/** `#/alice/trip,/bob/trip`: for each pane a device and, if one is open, a conversation. */
function places() {
  return location.hash.slice(1).split(",").filter((part) => part.startsWith("/")).map((part) => {
    const [device, conversation] = part.slice(1).split("/").map(decoded)
    return { device, conversation: conversation || null }
  })
}

/** An address that a person has written may be no such text. */
function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function address() {
  return `#${shown.map(({ device, conversation }) => `/${encodeURIComponent(device)}${conversation === null ? "" : `/${encodeURIComponent(conversation)}`}`).join(",")}`
}

function moved() {
  if (address() !== location.hash) history.pushState(null, "", address())
  name()
}

function name() {
  document.title = [...new Set(shown.map((pane) => pane.conversation).filter(Boolean)), "Mayfly"].join(" · ")
}

function show(wanted) {
  while (shown.length > wanted.length) shown.pop().element.remove()
  while (shown.length < wanted.length) {
    const pane = new Pane(connection, apps, { moved })
    shown.push(pane)
    panes.append(pane.element)
  }
  panes.dataset.count = String(wanted.length)
  wanted.forEach(({ device, conversation }, index) => shown[index].show(device, conversation))
  name()
}

async function begin() {
  const settings = await (await fetch(`${files}/settings.json`)).json().catch(() => ({}))
  const devices = await connection.list("devices.list", "devices")
  const known = new Set(devices.map((device) => device.name))
  const wanted = places().filter(({ device }) => known.has(device))
  if (wanted.length) return show(wanted)
  const names = (settings.sideBySide ?? devices.slice(0, 1).map((device) => device.name)).filter((device) => known.has(device))
  if (!names.length) return fill(panes, h("p", { class: "nothing" }, "There is no device yet. 'mayfly device create NAME' makes one; then load this page again."))
  show(names.map((device) => ({ device, conversation: null })))
  history.replaceState(null, "", address())
}

let hasBegun = false
connection.addEventListener("change", () => {
  lost.textContent = sentences[connection.state] ?? ""
  lost.hidden = !lost.textContent
  if (connection.state !== "open") return
  if (hasBegun) for (const pane of shown) pane.reconnect()
  else begin().catch((error) => fill(panes, h("p", { class: "nothing" }, error.message)))
  hasBegun = true
})
addEventListener("popstate", () => show(places()))
if (keys.length) connection.start()
else fill(panes, h("p", { class: "nothing" }, "Open this page by the whole address that the command prints: it has the key."))

/* What keeps extensions from the person's things on this machine. The names of the layers stand behind "Details". */

import { h, icon, words } from "/dom.js"

/** What each layer of the sandbox does, for a person. */
const walls = {
  root: "They see no files but their own and those you give them",
  network: "They cannot reach the network",
  processes: "They do not see other programs, and none goes on after its end",
  user: "They have none of your rights",
  capabilities: "They have no rights of an administrator",
  "no-new-privileges": "They cannot get more rights",
  seccomp: "They can ask the system for few things only",
  landlock: "A second lock is on files and connections",
  limits: "Memory, files and time have limits",
  cgroup: "A second limit is on memory",
  descriptors: "They get no files that other programs have open",
  ipc: "They do not hear what other programs tell each other",
  uts: "They do not learn the name of this machine",
  environment: "They do not learn the settings of your programs",
}

export async function drawProtection({ connection }) {
  const { layers } = await connection.call("doctor")
  const missing = layers.filter((one) => !one.on)
  return [
    h("p", {}, "Extensions are programs by other people. Each runs behind walls of its own, and gets only what you give it."),
    h("p", { class: missing.length ? "verdict bad" : "verdict" }, missing.length
      ? `${missing.length} of ${layers.length} walls ${missing.length === 1 ? "is" : "are"} missing on this machine.`
      : `All ${layers.length} walls stand on this machine.`),
    h("ul", { class: "walls" }, layers.map((one) => h(
      "li",
      { class: one.on ? "" : "bad" },
      icon(one.on ? "check" : "close"),
      h("span", {}, walls[one.layer] ?? one.layer, one.on ? null : " – this wall is missing"),
    ))),
    h("details", { class: "technical" }, h("summary", {}, "Details"), technical(layers)),
  ]
}

function technical(layers) {
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Layer"), h("th", { scope: "col" }, "On this machine"))), h("tbody", {}, layers.map((one) => h(
    "tr",
    {},
    h("th", { scope: "row" }, one.layer),
    words("td", one.on ? "works" : `is missing: ${one.why ?? ""}`, { class: one.on ? "" : "bad" }),
  ))))
}

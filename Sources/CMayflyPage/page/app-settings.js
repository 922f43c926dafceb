/* The settings of an extension on a device, as its manifest declares them. The controls are the page's; the titles are words of the
   extension. */

import { announce, h, showSheet, words } from "/dom.js"
import { inBrackets, quoted, visible } from "/text.js"

/** Shows the settings of an extension, and keeps what the person sets. `apps` reads and writes them. */
export async function showSettings(apps, extension, device) {
  const rows = (await apps.settings(extension.id, device)).map((setting, index) => new Row(setting, `setting-${index}`))
  const trouble = h("p", { class: "note bad", role: "alert" })
  const form = h(
    "form",
    { method: "dialog", noValidate: true },
    h("h2", { id: "settings-title" }, `Settings of “${quoted(extension.name)}”`),
    h("p", { class: "note" }, `On this device, ${device}. The extension reads what you set here, and the words beside the controls are its own.`),
    rows.map((row) => row.element),
    rows.length === 0 && h("p", { class: "note" }, "It has none any more."),
    trouble,
    h(
      "p",
      { class: "buttons" },
      h("button", { class: "button" }, "Save"),
      h("button", { type: "button", class: "button plain", onclick: () => rows.forEach((row) => row.reset()) }, "Defaults"),
      h("button", { type: "button", class: "button plain", onclick: () => sheet.close() }, "Cancel"),
    ),
  )
  form.onsubmit = async (event) => {
    event.preventDefault()
    trouble.textContent = ""
    const saved = []
    for (const row of rows) saved.push(await row.save((key, value) => apps.setSetting(extension.id, device, key, value)))
    const wrong = rows[saved.indexOf(false)]
    if (wrong) {
      trouble.textContent = "Not all of it is saved: see above."
      return wrong.focus()
    }
    sheet.close()
    announce(`${inBrackets(extension.name)}the settings are saved`)
  }
  const sheet = showSheet({ "aria-labelledby": "settings-title", class: "settings" }, form)
  rows[0]?.focus()
}

/** One setting: its control with its title, what it says about itself, and what is wrong with the value. */
class Row {
  #setting
  #control
  #trouble

  constructor(setting, id) {
    this.#setting = setting
    const trouble = h("p", { class: "note bad", role: "alert", id: `${id}-trouble` })
    const about = setting.summary && words("p", visible(setting.summary), { class: "note", id: `${id}-about` })
    this.#trouble = trouble
    this.#control = control(setting, { id, "aria-describedby": [about?.id, trouble.id].filter(Boolean).join(" ") })
    this.#put(setting.value)
    this.#control.addEventListener("input", () => this.#complain(""))
    const title = words("label", visible(setting.title), { for: id })
    const pair = setting.kind === "toggle" ? h("div", { class: "check" }, this.#control, title) : [title, this.#control]
    this.element = h("div", { class: "setting", data: { key: setting.key } }, pair, about, trouble)
  }

  focus() {
    this.#control.focus()
  }

  reset() {
    this.#complain("")
    this.#put(this.#setting.default)
  }

  /** Keeps the value where it is another one; false where that is refused. */
  async save(keep) {
    const value = this.#value
    if (value === this.#setting.value) return true
    if (Number.isNaN(value)) {
      const { minimum, maximum } = this.#setting
      this.#complain(`Give a number from ${minimum} to ${maximum}.`)
      return false
    }
    try {
      await keep(this.#setting.key, value)
      this.#setting = { ...this.#setting, value }
      return true
    } catch (error) {
      this.#complain(`${error.message.replace(/^setting '[^']*' must /, "It must ")}.`)
      return false
    }
  }

  get #value() {
    if (this.#setting.kind === "toggle") return this.#control.checked
    return this.#setting.kind === "number" ? this.#control.valueAsNumber : this.#control.value
  }

  #put(value) {
    if (this.#setting.kind === "toggle") this.#control.checked = value
    else this.#control.value = value
  }

  #complain(sentence) {
    this.#trouble.textContent = visible(sentence)
    if (sentence) this.#control.setAttribute("aria-invalid", "true")
    else this.#control.removeAttribute("aria-invalid")
  }
}

function control(setting, properties) {
  switch (setting.kind) {
    case "toggle": return h("input", { type: "checkbox", ...properties })
    case "number": return h("input", { type: "number", step: "any", min: setting.minimum, max: setting.maximum, ...properties })
    case "choice":
      return h("select", properties, setting.choices.map((one) => h("option", { value: one.value, dir: "auto" }, visible(one.title))))
    default: return h("input", { type: "text", dir: "auto", autocomplete: "off", ...properties })
  }
}

/* Asks for the name and the people of a new conversation. */

import { h, showSheet, words } from "/dom.js"

/** The most characters of a name. */
const longest = 64

/** What is wrong with a name, in words for the person; null where the host may take it. */
function problem(name) {
  if (!name) return "Give the conversation a name."
  const strange = [...name].find((one) => !/[\p{L}\p{Mn}\p{Mc}\p{Nd} ._-]/u.test(one))
  if (strange) return `“${strange}” cannot stand in a name. Letters, digits, spaces, dots and dashes can.`
  const length = [...name].length
  if (length > longest) return `This name has ${length} characters. It can have ${longest}.`
  return null
}

/** `created(name)` is called when it is there. */
export async function askForConversation(connection, device, created) {
  const devices = await connection.list("devices.list", "devices")
  const trouble = h("p", { class: "note bad", role: "alert", id: "new-trouble" })
  const name = h("input", { required: true, maxLength: 80, dir: "auto", id: "new-name", autocomplete: "off", "aria-describedby": "new-trouble" })
  const { person } = devices.find((one) => one.name === device) ?? { person: device }
  // A person has the name of one device.
  const others = devices.filter((one) => one.name === one.person && one.person !== person)
  const boxes = others.map((one) => h("label", { class: "check" }, h("input", { type: "checkbox", value: one.name }), words("span", one.name)))
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id: "new-title" }, "New conversation"),
    h("label", { for: "new-name" }, "Name"),
    name,
    trouble,
    h("fieldset", {}, h("legend", {}, "With"), boxes.length ? boxes : h("p", { class: "note" }, "There is nobody else. 'mayfly device create' makes one.")),
    h("p", { class: "buttons" }, h("button", { class: "button" }, "Create"), h("button", { type: "button", class: "button plain", onclick: () => dialog.close() }, "Cancel")),
  )
  const complain = (sentence) => {
    trouble.textContent = sentence
    name.setAttribute("aria-invalid", "true")
    name.focus()
  }
  name.oninput = () => {
    trouble.textContent = ""
    name.removeAttribute("aria-invalid")
  }
  form.onsubmit = async (event) => {
    event.preventDefault()
    const text = name.value.trim().normalize()
    const wrong = problem(text)
    if (wrong) return complain(wrong)
    const chosen = boxes.map((box) => box.firstElementChild).filter((box) => box.checked).map((box) => box.value)
    if (!chosen.length) {
      trouble.textContent = "Choose somebody to talk with."
      return boxes[0]?.firstElementChild.focus()
    }
    try {
      await connection.call("conversations.create", { name: text, devices: [person, ...chosen] })
      dialog.close()
      created(text)
    } catch (error) {
      complain(error.name === "alreadyExists" ? `There is a conversation “${text}” already.` : error.message)
    }
  }
  const dialog = showSheet({ "aria-labelledby": "new-title" }, form)
}

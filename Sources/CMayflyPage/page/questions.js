/* What an extension asks the person for. The question is the page's; the reason stands in quotation marks as the words of the
   extension, which nobody has checked. */

import { h, showSheet, words } from "/dom.js"
import { Hold } from "/sight.js"
import { quoted } from "/text.js"

/** Shows the questions of a conversation, one at a time, and takes the answers. */
export class Questions {
  #conversation
  /** The sheet with its question. */
  #open = null

  constructor(conversation) {
    this.#conversation = conversation
    conversation.addEventListener("question", ({ detail }) => (detail ? this.#ask(detail) : this.#end()))
  }

  #ask(question) {
    if (this.#open?.number === question.question) return
    this.#end()
    const grants = [this.#button("Once", "once", question), this.#button("Always", "always", question)]
    const holds = grants.map((button) => new Hold(button))
    const sheet = showSheet(
      { "aria-labelledby": "question-title", class: "question" },
      h("h2", { id: "question-title" }, `May “${quoted(question.name)}” ${meaning(question.permission)}?`),
      h("p", {}, "The extension says:"),
      words("blockquote", `“${quoted(question.reason)}”`, { tabIndex: 0, "aria-label": "The reason, in the words of the extension" }),
      h("p", {}, `On this device, ${this.#conversation.device}. You can withdraw an answer under “Extensions and this machine”.`),
      h(
        "p",
        { class: "buttons" },
        grants,
        this.#button("No, and do not ask again", "no", question),
        h("button", { type: "button", class: "button plain", autofocus: true, onclick: () => sheet.close() }, "Not now"),
      ),
    )
    for (const hold of holds) hold.begin("The question came just now.")
    this.#open = { number: question.question, sheet, holds, isAnswered: false }
    // Escape puts it aside, as its last button does.
    sheet.addEventListener("close", () => this.#answer(question, "later"))
  }

  #button(title, answer, question) {
    const press = (event) => {
      const hold = this.#open?.holds.find((hold) => hold.isOf(event.currentTarget))
      if (hold?.refusal(event)) return event.preventDefault()
      this.#answer(question, answer)
    }
    return h("button", { type: "button", class: answer === "no" ? "button plain" : "button", onclick: press }, title)
  }

  #answer({ question }, answer) {
    if (this.#open?.number !== question) return
    this.#end()
    this.#conversation.act("answer", { question, answer }).catch(() => {})
  }

  /** The conversation is shown no more. */
  close() {
    this.#end()
  }

  /** The host has closed the window, and asks for nothing any more. */
  lost() {
    this.#end()
  }

  /** It is not asked any more. */
  #end() {
    const open = this.#open
    this.#open = null
    for (const hold of open?.holds ?? []) hold.end()
    open?.sheet.close()
  }
}

/** What a permission lets an extension do, after "May it". */
export function meaning(permission) {
  const host = permission.startsWith("network:") ? permission.slice("network:".length) : null
  if (host?.startsWith("*.")) return `exchange data with all servers below ${host.slice(2)}`
  if (host) return `exchange data with ${host}`
  const known = {
    camera: "have you take pictures for it",
    photos: "have you choose pictures for it",
    purchase: "offer you its products, and see which you own",
    payment: "ask you for payments",
  }
  return known[permission] ?? `use “${quoted(permission)}”`
}

/* What the person is to pay for an extension. The sheet and the amount are the page's, and nothing is paid before the person agrees; what
   for stands in quotation marks: as the words of the extension, which nobody has checked, or as the title that the shop lists. */

import { h, showSheet, words } from "/dom.js"
import { Hold } from "/sight.js"
import { quoted, visible } from "/text.js"

/** Shows the payments of a conversation, one at a time, and takes the answers. */
export class Payments {
  #conversation
  /** The sheet with its number. */
  #open = null

  constructor(conversation) {
    this.#conversation = conversation
    conversation.addEventListener("payment", ({ detail }) => (detail ? this.#ask(detail) : this.#end()))
  }

  #ask(payment) {
    if (this.#open?.number === payment.payment) return
    this.#end()
    const press = (event) => {
      if (hold.refusal(event)) return event.preventDefault()
      this.#answer(payment, "pay")
    }
    const pay = h("button", { type: "button", class: "button", onclick: press }, "Pay")
    const hold = new Hold(pay)
    const isProduct = payment.product !== undefined
    const sheet = showSheet(
      { "aria-labelledby": "payment-title", class: "question payment" },
      h("h2", { id: "payment-title" }, `${isProduct ? "Buy from" : "Pay"} “${quoted(payment.name)}”?`),
      // The host writes the amount with the decimals of ISO 4217, which the data of browsers does not always have.
      h("p", { class: "amount" }, visible(payment.price)),
      h("p", {}, isProduct ? "The shop lists it as:" : "The extension says that it is for:"),
      words("blockquote", `“${quoted(isProduct ? payment.title : payment.label)}”`, {
        tabIndex: 0,
        "aria-label": isProduct ? "What is bought" : "What is paid for, in the words of the extension",
      }),
      h("p", {}, `On this device, ${this.#conversation.device}.`),
      h(
        "p",
        { class: "buttons" },
        pay,
        h("button", { type: "button", class: "button plain", autofocus: true, onclick: () => sheet.close() }, "Cancel"),
      ),
    )
    hold.begin("The amount came just now.")
    this.#open = { number: payment.payment, sheet, hold }
    // Escape cancels, as the last button does.
    sheet.addEventListener("close", () => this.#answer(payment, "cancel"))
  }

  #answer({ payment }, answer) {
    if (this.#open?.number !== payment) return
    this.#end()
    this.#conversation.act("answerPayment", { payment, answer }).catch(() => {})
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
    open?.hold.end()
    open?.sheet.close()
  }
}

/* An address that somebody else wrote is opened only when the person says so, and only one of the web. */

import { h, showSheet, words } from "/dom.js"

export function askToOpen(text) {
  let address
  try {
    address = new URL(text)
  } catch {
    address = null
  }
  const isWeb = address && (address.protocol === "https:" || address.protocol === "http:")
  const dialog = showSheet(
    { "aria-labelledby": "link-title" },
    h("h2", { id: "link-title" }, isWeb ? "Open this address?" : "This address is not opened"),
    words("p", text, { class: "address" }),
    isWeb ? null : h("p", {}, "Only addresses of the web, http and https, are opened."),
    h(
      "p",
      { class: "buttons" },
      isWeb ? h("a", { class: "button", href: address.href, target: "_blank", rel: "noopener noreferrer", onclick: () => dialog.close() }, "Open") : null,
      h("button", { type: "button", class: "button plain", onclick: () => dialog.close() }, isWeb ? "Cancel" : "Close"),
    ),
  )
}

/* An address that somebody else wrote is opened only when the person says so, and only one of the web. It is told as the browser
   will use it: letters of other scripts that look like Latin ones are written out. */

import { h, showSheet, words } from "/dom.js"
import { Hold } from "/sight.js"
import { visible } from "/text.js"

export function askToOpen(text) {
  let address
  try {
    address = new URL(text)
  } catch {
    address = null
  }
  const isWeb = address && (address.protocol === "https:" || address.protocol === "http:")
  const open = isWeb
    ? h("a", { class: "button", href: address.href, target: "_blank", rel: "noopener noreferrer", onclick: press, onauxclick: press }, "Open")
    : null
  const hold = open && new Hold(open)
  // A second click that was meant for what is below opens nothing, with whatever button.
  function press(event) {
    if (event.button > 1) return
    if (hold.refusal(event)) event.preventDefault()
    else dialog.close()
  }
  const dialog = showSheet(
    { "aria-labelledby": "link-title" },
    h("h2", { id: "link-title" }, isWeb ? "Open this address?" : "This address is not opened"),
    isWeb ? words("p", address.host, { class: "host" }) : null,
    words("p", isWeb ? address.href : visible(text), { class: "address", role: "group", "aria-label": "The whole address", tabIndex: 0 }),
    isWeb ? null : h("p", {}, "Only addresses of the web, http and https, are opened."),
    h(
      "p",
      { class: "buttons" },
      open,
      h("button", { type: "button", class: "button plain", autofocus: true, onclick: () => dialog.close() }, isWeb ? "Cancel" : "Close"),
    ),
  )
  hold?.begin("The question came just now.")
  dialog.addEventListener("close", () => hold?.end())
}

/* A picture of the transcript in a sheet, as large as it is and as there is room for. */

import { h, iconButton, showSheet } from "/dom.js"

/** Shows a picture; `facts` are what stands below it. */
export function showPicture(picture, facts) {
  const dialog = showSheet(
    { class: "picture-sheet", "aria-label": picture.alt },
    h(
      "figure",
      {},
      h("div", { class: "picture-place", onclick: () => dialog.close() }, picture),
      h("figcaption", {}, facts, iconButton("close", "Close", () => dialog.close(), { class: "round", autofocus: true })),
    ),
  )
}

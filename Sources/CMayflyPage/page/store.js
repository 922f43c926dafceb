/* What the stores offer, and what is installed from them. What publishers wrote is marked as theirs. */

import { announce, fill, h, iconButton, showSheet, size, words } from "/dom.js"
import { Hold } from "/sight.js"
import { quoted } from "/text.js"

/**
 * Shows the stores in a dialog. `extension` shows that one first, for a person who has a message of it; `installed(id)` is called when
 * it is there.
 */
export function showStore(connection, apps, { extension, installed } = {}) {
  const trouble = h("p", { class: "note bad", role: "alert" })
  const body = h("div", { class: "machine-body", tabIndex: -1 })
  const back = iconButton("back", "Back to all extensions", () => show(() => overview(context)))
  const title = h("h2", { id: "store-title", tabIndex: -1 }, "Store")
  let turn = 0
  /** Those of buttons that are shown, or will be. */
  let holds = []

  function beginHolds() {
    for (const { hold } of holds.filter(({ button }) => !button.isConnected)) hold.end()
    holds = holds.filter(({ button }) => button.isConnected)
    for (const { hold } of holds) hold.begin("It was shown just now.")
  }

  /** Draws a part of the store; a later one takes its place also where this one takes longer. */
  async function show(draw, { isDetail = false } = {}) {
    turn += 1
    const own = turn
    trouble.textContent = ""
    back.hidden = !isDetail
    try {
      const content = await draw()
      if (own !== turn) return
      fill(body, content)
      body.scrollTop = 0
      title.focus()
      beginHolds()
    } catch (error) {
      if (own === turn) fill(body, h("p", { class: "note bad" }, error.message))
    }
  }

  const context = {
    connection,
    apps,
    home: () => show(() => overview(context)),
    open: (id) => show(() => details(context, id), { isDetail: true }),
    done(id) {
      apps.forget(id)
      // Whoever has gone on meanwhile does something else now.
      installed?.(id, { isHere: dialog.open, close: () => dialog.close() })
    },
    /** Has a press of a button do something once the person can have seen what it is for: `begin` of what this gives is called when it is
     *  shown, which `show` does. In `others`, Enter stands for a press of it. */
    held(button, act, others) {
      const hold = new Hold(button, others)
      holds.push({ button, hold })
      button.addEventListener("click", (event) => (hold.refusal(event) ? event.preventDefault() : act()))
      return { begin: () => hold.begin("It was shown just now.") }
    },
    async act(work) {
      trouble.textContent = ""
      try {
        return await work()
      } catch (error) {
        trouble.textContent = error.message
        throw error
      }
    },
  }

  const dialog = showSheet(
    { class: "machine store", "aria-labelledby": "store-title" },
    h("header", { class: "bar" }, back, title, iconButton("close", "Close", () => dialog.close())),
    trouble,
    body,
  )
  dialog.addEventListener("close", () => {
    turn += 1
    beginHolds()
  })
  if (extension) context.open(extension)
  else context.home()
}

/** How long a person who types has to pause before the list is asked for, in milliseconds. */
const pause = 200

/** All extensions of all stores, promoted ones first, and the stores themselves. */
async function overview(context) {
  const { stores } = await context.connection.call("stores.list")
  if (!stores.length) return [h("p", {}, "No store was added yet. A store is a place on the web, or a folder, that offers extensions."), adding(context)]
  const rows = h("ul", { class: "things" })
  const found = h("p", { class: "note", role: "status" })
  const search = h("input", { type: "search", "aria-label": "Search the store", placeholder: "Search", autocomplete: "off", dir: "auto" })
  let turn = 0
  async function look() {
    turn += 1
    const own = turn
    const offers = await context.connection.list("stores.extensions", "extensions", { words: search.value.slice(0, 60) })
    if (own !== turn) return
    fill(rows, offers.map((offer) => row(offer, context)))
    found.textContent = offers.length ? "" : "Nothing was found."
  }
  let typing
  search.oninput = () => {
    clearTimeout(typing)
    typing = setTimeout(() => context.act(look).catch(() => {}), pause)
  }
  await look()
  return [
    search,
    found,
    rows,
    h("details", { class: "technical" }, h("summary", {}, "Stores"), h("ul", { class: "things" }, stores.map((store) => storeRow(store, context))), adding(context)),
  ]
}

function row(offer, context) {
  return h(
    "li",
    { class: "thing" },
    picture(context, offer, offer.icon, "", "tile-icon"),
    h(
      "div",
      {},
      h("button", { type: "button", class: "link", onclick: () => context.open(offer.id) }, words("strong", offer.name)),
      offer.summary ? words("p", offer.summary) : null,
      h("p", { class: "note" }, `by ${offer.publisher}${offer.promoted ? ", recommended by the store" : ""}`),
    ),
    h("button", { type: "button", class: "button", "aria-label": `${state(offer)} ${offer.name}`, onclick: () => context.open(offer.id) }, state(offer)),
  )
}

const state = (offer) => (offer.update ? "Update" : offer.installed ? "Installed" : "Get")

function storeRow(store, context) {
  const update = async () => {
    await context.connection.call("stores.update", { store: store.address })
    context.home()
  }
  const remove = async () => {
    await context.connection.call("stores.remove", { store: store.address })
    context.home()
  }
  return h(
    "li",
    { class: "thing" },
    h("div", {}, words("strong", store.name), words("p", store.address, { class: "note" }), store.problems.map((text) => words("p", text, { class: "note bad" }))),
    h("button", { type: "button", class: "button plain", "aria-label": `Look for news of ${store.name}`, onclick: () => context.act(update).catch(() => {}) }, "Refresh"),
    h("button", { type: "button", class: "button plain", "aria-label": `Remove the store ${store.name}`, onclick: () => context.act(remove).catch(() => {}) }, "Remove"),
  )
}

/** The form that adds a store: first the address, then the question about its fingerprint. `added` is called when it is there. */
function adding(context, added = context.home) {
  const address = h("input", { required: true, id: "store-address", maxLength: 512, autocomplete: "off", placeholder: "https://…" })
  const asking = h("button", { class: "button" }, "Add")
  const form = h("form", { class: "adding" }, h("label", { for: "store-address" }, "Address of a store"), address, asking)
  form.onsubmit = async (event) => {
    event.preventDefault()
    const introduction = await context.act(() => context.connection.call("stores.introduce", { store: address.value.trim() })).catch(() => null)
    if (!introduction) return
    const yes = h("button", { type: "button", class: "button" }, "It is the same: add the store")
    const cancel = h("button", { type: "button", class: "button plain", onclick: () => context.home() }, "Cancel")
    const add = async () => {
      await context.connection.call("stores.add", { store: introduction.address, fingerprint: introduction.fingerprint })
      added()
    }
    const hold = context.held(yes, () => context.act(add).catch(() => {}), [address, asking])
    fill(
      form,
      words("p", `The store at ${introduction.address} has this fingerprint:`),
      h("p", { class: "fingerprint" }, introduction.fingerprint.match(/.{1,8}/g).join(" ")),
      h("p", {}, "Compare it with the one that the makers of the store tell you, and add it only if you trust them."),
      h("p", { class: "buttons" }, yes, cancel),
    )
    hold.begin()
    // Who presses Enter once more has compared nothing.
    cancel.focus()
  }
  return form
}

/** All that the stores say of an extension. */
async function details(context, id) {
  const { offers } = await context.connection.call("stores.show", { extension: id })
  if (!offers.length) {
    const { stores } = await context.connection.call("stores.list")
    return [words("p", stores.length ? `No store that was added has the extension ${id}.` : `No store was added yet, so the extension ${id} cannot be looked for.`), adding(context, () => context.open(id))]
  }
  return offers.map((offer) => detail(offer, context))
}

function detail(offer, context) {
  const facts = [
    ["Id", offer.id], ["Publisher", offer.publisher], ["Store", `${offer.store_name} (${offer.store})`], ["Version", offer.version], ["Built", offer.built],
    ["Size", `${size(offer.size)} to fetch, ${size(offer.unpacked)} installed`], ["Kind", offer.kind === "app" ? "App" : "Stickers"],
    ...(offer.app ? [["With app", `“${quoted(offer.app.name)}” at ${offer.app.url}`]] : []),
  ]
  return h(
    "article",
    { class: "offer" },
    h(
      "div",
      { class: "thing" },
      picture(context, offer, offer.icon, "", "tile-icon"),
      h("div", {}, words("strong", offer.name), offer.summary ? words("p", offer.summary) : null),
      installing(offer, context),
    ),
    offer.screenshots.length > 0 && h("div", { class: "screenshots", tabIndex: 0, role: "group", "aria-label": "Screenshots" }, offer.screenshots.map((one) => picture(context, offer, one.picture, one.text, "screenshot"))),
    h("section", {}, h("h3", {}, "What it may ask you for"), offer.permissions.length
      ? h("ul", { class: "asks" }, offer.permissions.map((one) => h("li", {}, h("strong", {}, one.name), ", it says: ", words("span", `“${quoted(one.reason)}”`))))
      : h("p", {}, "Nothing.")),
    offer.description && h("section", {}, words("h3", `Description by ${offer.publisher}`), words("p", offer.description, { class: "paragraphs" })),
    offer.changes && h("section", {}, words("h3", `What is new, by ${offer.publisher}`), words("p", offer.changes, { class: "paragraphs" })),
    h("dl", {}, facts.flatMap(([name, value]) => [h("dt", {}, name), words("dd", value)])),
  )
}

/** How many bars there were, each of which is described by words of its own. */
let bars = 0

/** The button that installs an offer, and then its progress. */
function installing(offer, context) {
  if (!offer.runs) return h("p", { class: "note" }, "Not for this machine")
  if (offer.installed && !offer.update) return h("p", { class: "note" }, `Version ${offer.installed} is installed`)
  const place = h("div", { class: "getting" })
  const button = h("button", { type: "button", class: "button" }, offer.update ? "Update" : "Install")
  place.append(button)
  const hold = context.held(button, () => run())
  async function run() {
    const told = h("span", { class: "note", id: `fetched-${(bars += 1)}` })
    const bar = h("progress", { max: 1, value: 0, "aria-label": `Installing ${offer.name}`, "aria-describedby": told.id })
    let isCancelled = false
    let isInstalled = false
    const cancel = h("button", { type: "button", class: "button plain", "aria-label": `Cancel the install of ${offer.name}` }, "Cancel")
    cancel.onclick = () => {
      isCancelled = true
      context.connection.call("stores.cancel", { store: offer.store, extension: offer.id }).catch(() => {})
    }
    fill(place, bar, told, cancel)
    cancel.focus()
    const following = follow(offer, context, bar, told)
    const install = async () => {
      try {
        await context.connection.call("stores.install", {
          store: offer.store, extension: offer.id, permissions: offer.permissions.map((one) => one.name),
          ...(offer.app ? { app: offer.app.url } : {}),
        })
        isInstalled = true
      } catch (error) {
        // What the person has ended is no trouble.
        if (!isCancelled) throw error
        announce(`The install of ${offer.name} was cancelled`)
      }
    }
    await context.act(install).catch(() => {})
    following.stop()
    const end = isInstalled ? h("p", { class: "note", role: "status", tabIndex: -1 }, "Installed") : button
    const hasFocus = place.contains(document.activeElement)
    fill(place, end)
    if (hasFocus) end.focus()
    if (!isInstalled) return hold.begin()
    announce(`${offer.name} is installed`)
    context.done(offer.id)
  }
  return place
}

/** Shows how much was fetched, as the host tells it: in the bar and in words. */
function follow(offer, context, bar, told) {
  let isOver = false
  ;(async () => {
    let after = 0
    while (!isOver) {
      const { received, size: whole } = await context.connection.call("stores.progress", { extension: offer.id, after })
      if (whole > 0) {
        bar.value = received / whole
        told.textContent = `${size(received)} of ${size(whole)}`
      }
      after = received
      if (whole === 0) await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })().catch(() => {})
  return { stop: () => (isOver = true) }
}

/** How many pictures are asked for at a time, so that the rest of the page does not wait for them. */
const mostPictures = 4
const waiting = []
let coming = 0

function nextPicture() {
  if (coming >= mostPictures || !waiting.length) return
  const ask = waiting.shift()
  coming += 1
  ask().catch(() => {}).finally(() => {
    coming -= 1
    nextPicture()
  })
  nextPicture()
}

/** Pictures are asked for when they come into view. */
const views = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    views.unobserve(target)
    waiting.push(target.ask)
  }
  nextPicture()
})

/** A picture of an offer, once it is in view and the host has it. */
function picture({ connection }, offer, name, text, className) {
  const image = h("img", { class: className, alt: text, draggable: false })
  image.ask = async () => {
    if (!image.isConnected) return
    const blob = await connection.content("stores.picture", { store: offer.store, picture: name }, "image/jpeg")
    const address = URL.createObjectURL(blob)
    image.onload = () => URL.revokeObjectURL(address)
    image.src = address
  }
  views.observe(image)
  return image
}

/* Draws a card of an extension: the member `card` of a view, by elements of HTML.

   A card is described as a tree of plain objects, and the description is fitted to the elements that are there: so a new view keeps
   the focus and what the person types. Text comes into the page as text only; no markup is ever read from it. */

import { askToOpen } from "/links.js"

const drawn = new WeakMap()
let cards = 0

/** Draws a view that is a card. `acts` has `tap(number)` and `input(id, value)`, which may give promises, `picture(name)`, which gives
 *  a promise of an object URL, and `expand()`, which asks for the style that has the keyboard. */
export function drawCard(view, acts) {
  const element = document.createElement("div")
  drawn.set(element, new Drawing(element))
  updateCard(element, view, acts)
  return element
}

/** Shows another view in an element that `drawCard` made. */
export function updateCard(element, view, acts) {
  drawn.get(element).show(view, acts)
}

/** How long a tap waits for the view that follows from what was typed, in milliseconds. */
const patience = 1_000
/** The most names of elements that are kept from one view to the next. */
const mostNames = 5_000

class Drawing {
  constructor(element) {
    this.element = element
    this.prefix = `card${++cards}`
    this.tree = null
    this.names = new Map()
    this.pictures = new Map()
    /** What the person has typed and the host does not have yet, by the ids of inputs. */
    this.typed = new Map()
    /** What the person has typed into fields with suggestions. */
    this.filters = new Map()
    /** Why the host did not take a value, by the ids of inputs. */
    this.refused = new Map()
    this.acting = Promise.resolve()
    this.waiting = []
  }

  show(view, acts) {
    const isNew = view !== this.view
    this.view = view
    this.acts = acts
    this.values = view.inputs ?? {}
    if (this.names.size > mostNames) this.names.clear()
    const wasWrong = this.wrong !== null
    const tree = view.card ? this.card(view.card, "card") : h("div", { class: "card" }, h("pre", {}, (view.lines ?? []).join("\n")))
    fit(this, this.element, tree, this.tree)
    this.tree = tree
    if (isNew) this.refreshPictures()
    if (!wasWrong) this.wrong?.focus()
    for (const resolve of this.waiting.splice(0)) resolve()
  }

  redraw() {
    this.show(this.view, this.acts)
  }

  /** The first field that is not right. */
  get wrong() {
    const found = this.element.querySelector("[aria-invalid=true]")
    return found?.matches("fieldset") ? found.querySelector("input") : found
  }

  // --- What the person does

  /** Carries out one act after the other. What was typed goes before. */
  act(body) {
    for (const [id, value] of this.typed) this.send(id, value)
    this.acting = this.acting.then(body).catch(() => {}).then(() => this.redraw())
  }

  /** Gives the host what was typed, and waits for the view that follows. */
  send(id, value) {
    this.acting = this.acting.then(async () => {
      if (this.typed.get(id) !== value) return
      const follows = value !== (this.values[id] ?? "") || this.view.problems?.[id] !== undefined
      const next = new Promise((resolve) => this.waiting.push(resolve))
      try {
        await this.acts.input(id, value)
        this.refused.delete(id)
        if (follows) await Promise.race([next, new Promise((resolve) => setTimeout(resolve, patience))])
      } catch (error) {
        this.refused.set(id, error?.message ?? String(error))
      }
      if (this.typed.get(id) === value) this.typed.delete(id)
      this.redraw()
    })
  }

  /** Does something with a control, unless the view has another one of that number by then. */
  use(number, body) {
    const control = JSON.stringify(this.view.controls?.[number - 1])
    this.act(() => (JSON.stringify(this.view.controls?.[number - 1]) === control ? body() : undefined))
  }

  tap(number) {
    this.use(number, () => this.acts.tap(number))
  }

  press(action) {
    if (action.number === undefined) return
    if (action.kind === "link") askToOpen(action.url)
    else this.tap(action.number)
  }

  // --- Names of elements, which others refer to

  name(key) {
    if (!this.names.has(key)) this.names.set(key, `${this.prefix}-${this.names.size + 1}`)
    return this.names.get(key)
  }

  // --- Cards and blocks

  card(card, className) {
    const content = [...this.blocks(card.body), ...(card.actions.length ? [this.actions(card)] : [])]
    const attributes = { class: `${className}${surfaceClass(card)}`, lang: language(card.lang), dir: direction(card) }
    if (card.speak) Object.assign(attributes, { role: "group", "aria-label": card.speak })
    return this.tappable(card.select_action, attributes, content, surfaceStyle(card), card.background)
  }

  blocks(elements) {
    return elements.map((element, index) => this.block(element, index === 0))
  }

  block(element, isFirst) {
    const node = this[element.type](element)
    const classes = [`card-gap-${element.spacing ?? "default"}`]
    if (isFirst) classes.push("card-first")
    if (element.separator && !isFirst) classes.push("card-separator")
    if (element.stretch) classes.push("card-stretch")
    const block = h("div", { class: `card-block ${classes.join(" ")}` }, node)
    if (element.id) block.attributes.id = this.name(`block ${element.id}`)
    block.key = element.input === undefined ? element.id : `input ${element.input}`
    return block
  }

  /** Blocks on which a tap does something: a button lies below what they have, so that no control is inside of another. */
  tappable(action, attributes, content, style, background) {
    const node = h("div", attributes, content)
    node.style = style
    node.background = background?.picture
    if (background) node.style = { ...node.style, ...backgroundStyle(background) }
    if (!action || action.number === undefined) return node
    node.attributes.class += " card-tappable"
    const label = action.title ?? ""
    node.children.unshift(this.pressable(action, { class: "card-tap", "aria-label": label }, []))
    return node
  }

  container(container) {
    const attributes = { class: `card-container${surfaceClass(container)}`, dir: direction(container) }
    const style = surfaceStyle(container)
    return this.tappable(container.select_action, attributes, this.blocks(container.items), style, container.background)
  }

  columns(set) {
    const columns = set.columns.map((column, index) => {
      const node = this.container(column)
      node.attributes.class += ` card-column card-${column.width}`
      if (index > 0) node.attributes.class += ` card-gap-${column.spacing ?? "default"}`
      if (index > 0 && column.separator) node.attributes.class += " card-separator"
      if (column.id) node.attributes.id = this.name(`block ${column.id}`)
      if (column.width === "weight") node.style = { ...node.style, flexGrow: String(column.width_value) }
      if (column.width === "pixels") node.style = { ...node.style, flexBasis: `${column.width_value}px` }
      return node
    })
    const attributes = { class: `card-columns card-align-${set.alignment ?? "left"}${surfaceClass(set)}` }
    return this.tappable(set.select_action, attributes, columns, surfaceStyle(set), undefined)
  }

  table(table) {
    const total = table.columns.reduce((sum, { width, width_value }) => sum + (width === "weight" ? width_value : 0), 0)
    const columns = table.columns.map(({ width, width_value }) => {
      const column = h("col")
      column.style = {
        width: width === "pixels" ? `${width_value}px` : width === "weight" ? `${(100 * width_value) / total}%` : "",
      }
      return column
    })
    const rows = table.rows.map((row, index) => {
      const isHeader = table.headers && index === 0
      const cells = row.cells.map((cell, place) => {
        const node = this.container(cell)
        const column = table.columns[place] ?? {}
        const side = row.cell_alignment ?? column.cell_alignment ?? table.cell_alignment ?? "left"
        const height = row.cell_vertical_alignment ?? column.cell_vertical_alignment ?? table.cell_vertical_alignment ?? "top"
        const attributes = { class: `card-cell card-align-${side} card-vertical-${cell.vertical_alignment ?? height}` }
        const namesColumn = isHeader && cell.items.length > 0
        if (namesColumn) attributes.scope = "col"
        return h(namesColumn ? "th" : "td", attributes, node)
      })
      return h("tr", { class: row.style ? `card-style-${row.style}` : null }, cells)
    })
    const head = table.headers ? rows.splice(0, 1) : []
    const grid = table.grid ? ` card-grid card-grid-${table.grid_style ?? "default"}` : ""
    return h("table", { class: `card-table${grid}` }, [
      h("colgroup", {}, columns),
      ...(head.length ? [h("thead", {}, head)] : []),
      h("tbody", {}, rows),
    ])
  }

  facts({ facts }) {
    const rows = facts.map(({ title, value }) =>
      h("div", { class: "card-fact" }, [h("dt", {}, this.lines(title)), h("dd", {}, this.lines(value))]),
    )
    return h("dl", { class: "card-facts" }, rows)
  }

  // --- Text

  text(text) {
    const attributes = { class: `card-text card-align-${text.alignment ?? "inherit"}${text.wrap ? "" : " card-cut"}` }
    if (text.heading) Object.assign(attributes, { role: "heading", "aria-level": "3" })
    const node = h("div", attributes, this.lines(text))
    if (text.max_lines && text.wrap) {
      node.attributes.class += " card-clamped"
      node.style = { webkitLineClamp: String(text.max_lines) }
    }
    return node
  }

  /** The paragraphs; items that follow each other are one list. */
  lines(text) {
    const nodes = []
    let list = null
    for (const paragraph of text.paragraphs) {
      const spans = paragraph.spans.map((span) => this.span(span))
      const kind = paragraph.bullet ? "ul" : paragraph.item !== undefined ? "ol" : null
      if (kind === null) {
        list = null
        nodes.push(h("div", { class: "card-paragraph" }, spans))
        continue
      }
      if (list?.tag !== kind) {
        list = h(kind, { class: "card-list", start: kind === "ol" ? String(paragraph.item) : null }, [])
        nodes.push(list)
      }
      list.children.push(h("li", {}, spans))
    }
    return nodes
  }

  span(span) {
    const classes = ["size", "weight", "color"].filter((key) => span[key]).map((key) => `card-${key}-${span[key]}`)
    for (const key of ["subtle", "monospace", "highlight", "underline", "strikethrough"]) {
      if (span[key]) classes.push(`card-${key}`)
    }
    const words = span.moment === undefined ? span.text : told(span)
    const tag = span.moment !== undefined ? "time" : span.italic ? "em" : span.weight === "bolder" ? "strong" : "span"
    if (span.italic) classes.push("card-italic")
    const attributes = { class: classes.join(" ") || null }
    if (span.moment !== undefined) attributes.datetime = new Date(span.moment).toISOString()
    const node = h(tag, attributes, words)
    return span.action ? this.pressable(span.action, { class: "card-link" }, node) : node
  }

  // --- Pictures

  image(image) {
    const picture = this.picture(image)
    const node = image.select_action ? this.pressedPicture(image, picture) : picture
    return h("div", { class: `card-picture card-align-${image.alignment ?? "inherit"}` }, node)
  }

  images({ images, size }) {
    const all = images.map((image) => h("li", {}, this.image({ ...image, size: size === "auto" ? image.size : size })))
    return h("ul", { class: "card-images" }, all)
  }

  /** A picture; its words where the host cannot give it. */
  picture(image) {
    const words = image.alt ?? ""
    if (!image.picture || this.pictures.get(image.picture)?.isMissing) {
      return h("span", { class: "card-alt" }, words || "picture")
    }
    const node = h("img", { alt: words, class: `card-image card-image-${image.size}${image.person ? " card-person" : ""}` })
    node.picture = image.picture
    node.style = {
      width: image.width ? `${image.width}px` : "",
      height: image.height ? `${image.height}px` : "",
      backgroundColor: color(image.background_color),
    }
    return node
  }

  pressedPicture(image, picture) {
    const action = image.select_action
    const label = image.alt || action.title
    if (picture.tag === "img") picture.attributes.alt = ""
    return this.pressable(action, { class: "card-pressed-picture", "aria-label": label }, picture)
  }

  media({ poster, alt, sources }) {
    const picture = poster ? [this.picture({ picture: poster, alt: alt ?? "", size: "auto" })] : []
    const words = alt ?? "A movie"
    const links = sources.filter(({ link }) => link).map(({ link, mime_type }) =>
      h("li", {}, this.pressable(link, { class: "card-link" }, mime_type ? `${words} (${mime_type})` : words)),
    )
    return h("figure", { class: "card-media" }, [
      ...picture,
      h("figcaption", {}, [h("span", {}, words), h("ul", { class: "card-sources" }, links)]),
    ])
  }

  /** Loads a picture once; a card that cannot have it shows its words. */
  load(name) {
    if (!this.pictures.has(name)) {
      const picture = { isMissing: false }
      this.pictures.set(name, picture)
      picture.loaded = Promise.resolve(this.acts.picture(name)).catch(() => {
        picture.isMissing = true
        this.redraw()
        return null
      })
    }
    return this.pictures.get(name).loaded
  }

  /** What is in a file of the extension may be another picture in another view, under the same name. */
  refreshPictures() {
    for (const [name, picture] of this.pictures) {
      if (name.startsWith("bundle:") || name.startsWith("data:") || picture.isLoading) continue
      picture.isLoading = true
      Promise.resolve(this.acts.picture(name)).then(
        (url) => {
          const old = picture.loaded
          Object.assign(picture, { isMissing: false, isLoading: false, loaded: Promise.resolve(url) })
          for (const element of this.element.querySelectorAll("*")) setPicture(element, name, url)
          old.then((url) => url && URL.revokeObjectURL(url))
        },
        () => (picture.isLoading = false),
      )
    }
  }

  // --- Buttons

  /** A button that does an action. An address is a link, which only looks like one: the person is asked before it is opened. */
  pressable(action, attributes, content) {
    const node = h("button", { type: "button", title: action.tooltip, ...attributes }, content)
    if (action.number === undefined) node.attributes.disabled = ""
    if (action.kind === "link") node.attributes.role = "link"
    if (action.open !== undefined) node.attributes["aria-expanded"] = String(action.open)
    if (action.open) node.attributes["aria-controls"] = this.name(`shown ${action.number}`)
    if (action.targets) {
      const names = action.targets.filter((id) => this.shownNames().has(id)).map((id) => this.name(`block ${id}`))
      if (names.length) node.attributes["aria-controls"] = names.join(" ")
    }
    node.on = { click: () => this.press(action) }
    return node
  }

  /** The extension's names of the blocks that are shown. */
  shownNames() {
    if (this.namesOf !== this.view) {
      this.namesOf = this.view
      this.blockNames = new Set()
      const walk = (value) => {
        if (Array.isArray(value)) value.forEach(walk)
        else if (value && typeof value === "object") {
          if (typeof value.id === "string") this.blockNames.add(value.id)
          Object.values(value).forEach(walk)
        }
      }
      walk(this.view.card)
    }
    return this.blockNames
  }

  actions({ actions }) {
    const buttons = actions.filter(({ menu }) => !menu).map((action) => this.button(action))
    const menu = actions.filter((action) => action.menu).map((action) => this.button(action))
    if (menu.length) {
      buttons.push(
        h("details", { class: "card-menu" }, [
          h("summary", { "aria-label": "More actions" }, "…"),
          h("div", { class: "card-menu-items" }, menu),
        ]),
      )
    }
    const shown = actions.filter(({ card }) => card).map((action) => {
      const card = this.card(action.card, "card-shown")
      card.attributes.id = this.name(`shown ${action.number}`)
      return card
    })
    return h("div", { class: "card-actions" }, [h("div", { class: "card-buttons" }, buttons), ...shown])
  }

  button(action) {
    const attributes = { class: `card-button card-button-${action.style ?? "default"}` }
    const content = []
    if (action.icon && !this.pictures.get(action.icon)?.isMissing) {
      const icon = h("img", { alt: "", class: "card-icon" })
      icon.picture = action.icon
      content.push(icon)
      if (action.icon_only) attributes["aria-label"] = action.title
    }
    if (!attributes["aria-label"]) content.push(h("span", {}, action.title))
    return this.pressable(action, attributes, content)
  }

  // --- Inputs

  /** What goes for all inputs: the label, the problem, and what they are called by. */
  field(input, make) {
    const name = this.name(`input ${input.input}`)
    const problem = this.refused.get(input.input) ?? this.view.problems?.[input.input]
    const needsKeyboard = this.view.style === "compact" && typedInputs.has(input.type)
    const notes = []
    if (problem) notes.push(h("p", { class: "card-problem", id: `${name}-problem` }, problem))
    if (needsKeyboard) {
      notes.push(h("p", { class: "card-hint", id: `${name}-hint` }, "Make the view larger to write here"))
    }
    const attributes = {
      "aria-describedby": notes.map((note) => note.attributes.id).join(" ") || null,
      "aria-invalid": problem ? "true" : null,
    }
    return h("div", { class: `card-input${problem ? " card-wrong" : ""}` }, [...make(name, attributes, needsKeyboard), ...notes])
  }

  label(input, name) {
    const words = input.label ?? input.placeholder ?? input.input
    const star = input.required ? [h("span", { class: "card-star", "aria-hidden": "true" }, " *")] : []
    const hidden = input.label === undefined ? " card-unseen" : ""
    return h("label", { for: name, class: `card-label${hidden}` }, [h("span", {}, words), ...star])
  }

  typing(input, tag, more) {
    return this.field(input, (name, attributes, needsKeyboard) => {
      const id = input.input
      const node = h(tag, {
        id: name,
        class: "card-field",
        placeholder: input.placeholder,
        autocomplete: "off",
        "aria-required": input.required ? "true" : null,
        readonly: needsKeyboard ? "" : null,
        ...attributes,
        ...more,
      })
      node.value = this.typed.get(id) ?? this.values[id] ?? ""
      node.on = {
        click: () => (needsKeyboard ? this.acts.expand?.() : undefined),
        input: ({ target }) => this.typed.set(id, target.value),
        change: ({ target }) => {
          this.typed.set(id, target.value)
          this.send(id, target.value)
        },
      }
      const beside = input.action ? [this.button(input.action)] : []
      return [this.label(input, name), h("div", { class: "card-field-row" }, [node, ...beside])]
    })
  }

  text_input(input) {
    const more = { maxlength: input.max_length === undefined ? null : String(input.max_length) }
    if (input.multiline) return this.typing(input, "textarea", { rows: "3", ...more })
    return this.typing(input, "input", { type: input.style ?? "text", ...more })
  }

  number_input(input) {
    return this.typing(input, "input", { type: "number", step: "any", min: input.min, max: input.max })
  }

  date_input(input) {
    return this.typing(input, "input", { type: "date", min: input.min, max: input.max })
  }

  time_input(input) {
    return this.typing(input, "input", { type: "time", min: input.min, max: input.max })
  }

  toggle(input) {
    return this.field(input, (name, attributes) => {
      const box = h("input", { type: "checkbox", id: name, "aria-required": input.required ? "true" : null, ...attributes })
      box.checked = this.values[input.input] === input.value_on
      box.on = { change: () => this.tap(input.number) }
      const star = input.required && input.label === undefined ? [h("span", { class: "card-star", "aria-hidden": "true" }, " *")] : []
      const choice = h("div", { class: `card-choice${input.wrap ? "" : " card-cut"}` }, [
        box,
        h("label", { for: name }, [h("span", {}, input.title), ...star]),
      ])
      return input.label === undefined ? [choice] : [this.group(input, {}, [choice])]
    })
  }

  choices(input) {
    const id = input.input
    const taken = new Set(takenValues(this.values[id] ?? "", input))
    if (!input.multiple && input.style === "compact") return this.choiceMenu(input, taken)
    if (!input.multiple && input.style === "filtered") return this.choiceField(input, taken)
    return this.field(input, (name, attributes) => {
      const choices = input.choices.map((choice, index) => {
        const choiceName = `${name}-${index + 1}`
        const own = input.multiple ? attributes : {}
        const box = h("input", { type: input.multiple ? "checkbox" : "radio", id: choiceName, name, ...own })
        box.checked = taken.has(choice.value)
        box.on = { change: () => this.tap(choice.number) }
        const label = h("label", { for: choiceName }, choice.title)
        return h("div", { class: `card-choice${input.wrap ? "" : " card-cut"}` }, [box, label])
      })
      const all = { role: "radiogroup", "aria-required": input.required ? "true" : null, ...attributes }
      return [this.group(input, input.multiple ? {} : all, choices)]
    })
  }

  group(input, attributes, content) {
    const words = input.label ?? input.placeholder ?? input.input
    const star = input.required ? [h("span", { class: "card-star", "aria-hidden": "true" }, " *")] : []
    const hidden = input.label === undefined ? " card-unseen" : ""
    return h("fieldset", { class: "card-group", ...attributes }, [
      h("legend", { class: `card-label${hidden}` }, [h("span", {}, words), ...star]),
      ...content,
    ])
  }

  choiceMenu(input, taken) {
    return this.field(input, (name, attributes) => {
      const none = h("option", { value: "" }, input.placeholder ?? "")
      const options = input.choices.map((choice, index) => h("option", { value: String(index) }, choice.title))
      const menu = h("select", { id: name, class: "card-field", "aria-required": input.required ? "true" : null, ...attributes }, [
        none,
        ...options,
      ])
      const index = input.choices.findIndex(({ value }) => taken.has(value))
      menu.value = index < 0 ? "" : String(index)
      menu.on = {
        change: ({ target }) => {
          const choice = input.choices[Number(target.value)]
          if (target.value !== "" && choice) this.tap(choice.number)
          else this.act(() => this.acts.input(input.input, ""))
        },
      }
      return [this.label(input, name), menu]
    })
  }

  /** A field with suggestions: what is typed filters them, and only a title of one is taken. */
  choiceField(input, taken) {
    return this.field(input, (name, attributes) => {
      const list = h("datalist", { id: `${name}-list` }, input.choices.map(({ title }) => h("option", { value: title })))
      const node = h("input", {
        id: name,
        class: "card-field",
        list: `${name}-list`,
        placeholder: input.placeholder,
        autocomplete: "off",
        "aria-required": input.required ? "true" : null,
        ...attributes,
      })
      const now = input.choices.find(({ value }) => taken.has(value))
      node.value = this.filters.get(input.input) ?? now?.title ?? ""
      node.on = {
        input: ({ target }) => this.filters.set(input.input, target.value),
        change: ({ target }) => {
          const choice = input.choices.find(({ title }) => title === target.value)
          if (choice || target.value === "") {
            this.filters.delete(input.input)
            this.refused.delete(input.input)
            if (choice) this.tap(choice.number)
            else this.act(() => this.acts.input(input.input, ""))
          } else {
            this.refused.set(input.input, "Choose one of the suggestions")
            this.redraw()
          }
        },
      }
      return [this.label(input, name), node, list]
    })
  }
}

const typedInputs = new Set(["text_input", "number_input", "date_input", "time_input"])

/** The values of the choices that are taken. A value may have commas itself. */
function takenValues(text, { choices, multiple }) {
  if (!multiple || choices.some(({ value }) => value === text)) return [text]
  return text === "" ? [] : text.split(",")
}

// --- Looks

function surfaceClass(surface) {
  let classes = ""
  if (surface.style) classes += ` card-style-${surface.style}`
  if (surface.bleed) classes += " card-bleed"
  if (surface.vertical_alignment) classes += ` card-vertical-${surface.vertical_alignment}`
  return classes
}

function surfaceStyle(surface) {
  return { minHeight: surface.min_height ? `${surface.min_height}px` : "" }
}

/** A language that the browser knows; an extension may have written anything. */
function language(tag) {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(tag) === undefined ? null : tag
  } catch {
    return null
  }
}

function direction({ rtl }) {
  return rtl === undefined ? null : rtl ? "rtl" : "ltr"
}

function backgroundStyle({ fill, alignment, vertical_alignment }) {
  const repeat = { cover: "no-repeat", repeatHorizontally: "repeat-x", repeatVertically: "repeat-y", repeat: "repeat" }
  return {
    backgroundRepeat: repeat[fill],
    backgroundSize: fill === "cover" ? "cover" : "auto",
    backgroundPosition: `${alignment} ${vertical_alignment}`,
  }
}

/** `#AARRGGBB` of a card is `#RRGGBBAA` of CSS. */
function color(text) {
  if (!text) return ""
  return text.length === 9 ? `#${text.slice(3)}${text.slice(1, 3)}` : text
}

/** A moment in the language and the zone of the reader. */
function told({ moment, format }) {
  const styles = {
    compact: { dateStyle: "short" },
    short: { weekday: "short", year: "numeric", month: "short", day: "numeric" },
    long: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
    time: { timeStyle: "short" },
  }
  return new Intl.DateTimeFormat(undefined, styles[format]).format(new Date(moment))
}

// --- Descriptions of elements

/** A description of an element: text is a child like others. */
function h(tag, attributes = {}, content = []) {
  return { tag, attributes, children: (Array.isArray(content) ? content : [content]).filter((child) => child !== null) }
}

const listeners = new WeakMap()

/** Fits an element to a description; `old` is the one that it was fitted to. */
function fit(drawing, element, node, old) {
  const before = old?.attributes ?? {}
  for (const [name, value] of Object.entries(node.attributes)) {
    if (value === null || value === undefined) element.removeAttribute(name)
    else if (before[name] !== value) element.setAttribute(name, value)
  }
  for (const name of Object.keys(before)) if (!(name in node.attributes)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(node.style ?? {})) {
    if (old?.style?.[name] !== value) element.style[name] = value
  }
  for (const name of Object.keys(old?.style ?? {})) if (!(name in (node.style ?? {}))) element.style[name] = ""
  fitChildren(drawing, element, node.children, old?.children ?? [])
  fitPicture(drawing, element, node, old)
  // After the children: the value of a menu is one of them.
  if (node.value !== undefined && element.value !== node.value) element.value = node.value
  if (node.checked !== undefined && element.checked !== node.checked) element.checked = node.checked
  fitListeners(element, node.on ?? {})
}

function fitListeners(element, on) {
  const known = listeners.get(element) ?? {}
  for (const name of Object.keys(on)) {
    if (!(name in known)) element.addEventListener(name, (event) => listeners.get(element)[name]?.(event))
  }
  for (const name of Object.keys(known)) if (!(name in on)) on[name] = null
  if (Object.keys(on).length) listeners.set(element, on)
}

/** The pictures that elements have: in the element itself, and behind it. */
const wanted = new WeakMap()

function fitPicture(drawing, element, node, old) {
  if (node.picture === old?.picture && node.background === old?.background) return
  wanted.set(element, { picture: node.picture, background: node.background })
  if (!node.picture) element.removeAttribute("src")
  if (!node.background) element.style.backgroundImage = ""
  for (const name of new Set([node.picture, node.background])) {
    if (name) drawing.load(name).then((url) => setPicture(element, name, url))
  }
}

/** Shows a picture where an element still wants the one of this name. */
function setPicture(element, name, url) {
  const { picture, background } = wanted.get(element) ?? {}
  if (!url) return
  if (picture === name) element.src = url
  if (background === name) element.style.backgroundImage = `url("${url}")`
}

/** Fits the children. One with a key stays the element that it is, and is not moved: it may have the focus. */
function fitChildren(drawing, element, children, old) {
  const here = [...element.childNodes]
  const keys = new Set(children.map(({ key }) => key))
  const isWanted = (node) => node?.key !== undefined && keys.has(node.key)
  let at = 0
  for (const child of children) {
    const place = child.key === undefined ? -1 : old.findIndex((node, index) => index >= at && node.key === child.key)
    if (place >= 0) while (at < place) here[at++].remove()
    if (at >= old.length || (place < 0 && isWanted(old[at]))) element.insertBefore(made(drawing, child), here[at] ?? null)
    else fitChild(drawing, here[at], child, old[at++])
  }
  while (at < here.length) here[at++].remove()
}

function fitChild(drawing, node, child, before) {
  if (typeof child === "string" && typeof before === "string") {
    if (before !== child) node.data = child
  } else if (typeof child === "object" && typeof before === "object" && before.tag === child.tag && sameKind(before, child)) {
    fit(drawing, node, child, before)
  } else {
    node.replaceWith(made(drawing, child))
  }
}

function made(drawing, child) {
  if (typeof child === "string") return document.createTextNode(child)
  const element = document.createElement(child.tag)
  fit(drawing, element, child, null)
  return element
}

/** An input of another id or type is another element: what the person types into one must not come into the other. */
function sameKind(before, after) {
  return before.attributes.type === after.attributes.type && (before.attributes.for ?? before.attributes.id) === (after.attributes.for ?? after.attributes.id)
}

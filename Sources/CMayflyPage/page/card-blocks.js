/* Describes the blocks of a card that a person looks at or presses. */

import { backgroundStyle, color, direction, language, surfaceClass, surfaceStyle, told } from "/card-looks.js"
import { h } from "/fit.js"

/** The most names of elements that are kept from one view to the next. */
const mostNames = 5_000

/** Each method is named like the type of the block that it describes. `Drawing` adds the inputs, and what a press does. */
export class CardBlocks {
  constructor(prefix) {
    this.prefix = prefix
    this.names = new Map()
    this.pictures = new Map()
  }

  // --- Names of elements, which others refer to

  name(key) {
    if (!this.names.has(key)) this.names.set(key, `${this.prefix}-${this.names.size + 1}`)
    return this.names.get(key)
  }

  /** Names that are not needed any more must not add up. */
  dropNames() {
    if (this.names.size > mostNames) this.names.clear()
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
    if (text.heading) Object.assign(attributes, { role: "heading", "aria-level": "2" })
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
    if (!span.action) return node
    // The words are seen; what the action is called is told beside them.
    const { tooltip, title } = span.action
    return this.pressable(span.action, { class: "card-link", title: tooltip ?? (title === span.text ? undefined : title) }, node)
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
}

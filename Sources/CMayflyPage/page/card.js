/* Draws a card of an extension from the host's description of it. All words become text nodes; all sizes and colours are names. */

import { fill, h, words } from "/dom.js"
import { askToOpen } from "/links.js"

/** Draws what an extension shows. `acts` has `tap(number)`, `input(id, value)`, `expand()` and `picture(name)`. */
export function drawCard(view, acts) {
  const element = h("div", { class: "card", dir: "auto" })
  element.painter = new Painter(element)
  element.painter.draw(view, acts)
  return element
}

/** Shows a new view in the place of an old one. The focus, and what is being typed, stay. */
export function updateCard(element, view, acts) {
  element.painter.draw(view, acts)
}

/** Inputs that need a keyboard, which an extension in compact style does not get (C-072). */
const typed = { text_input: "text", number_input: "number", date_input: "date", time_input: "time" }

class Painter {
  #element
  #view
  #acts
  #pictures = new Map()
  /** What a person typed and the host does not have yet, by the id of the input. */
  #unsaved = new Map()
  #saving = new Set()
  #ids = 0

  constructor(element) {
    this.#element = element
  }

  draw(view, acts) {
    this.#view = view
    this.#acts = acts
    this.#ids = 0
    const focused = this.#element.contains(document.activeElement) ? document.activeElement : null
    const [key, start, end] = [focused?.dataset.key, selection(focused, "selectionStart"), selection(focused, "selectionEnd")]
    const { card } = view
    if (!card) return fill(this.#element, (view.lines ?? []).map((line) => words("p", line)))
    if (card.lang) this.#element.lang = card.lang
    if (card.speak) this.#element.setAttribute("aria-label", card.speak)
    this.#element.setAttribute("role", "group")
    this.#surface(this.#element, card)
    fill(this.#element, this.#selectable(card), this.#blocks(card.body), this.#actions(card.actions))
    if (!key) return
    const again = [...this.#element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)
    again?.focus({ preventScroll: true })
    if (start !== null && again) try { again.setSelectionRange(start, end) } catch { /* It is of a kind without a selection. */ }
  }

  #nextID() {
    this.#ids += 1
    return `card-${this.#element.dataset.number ??= String(cards += 1)}-${this.#ids}`
  }

  // Blocks

  #blocks(elements) {
    return elements.map((one) => this.#block(one))
  }

  #block(one) {
    const element = this.#content(one)
    element.classList.add("block")
    if (one.separator) element.classList.add("ruled")
    if (one.spacing) element.classList.add(`spacing-${one.spacing}`)
    if (one.stretch) element.classList.add("stretch")
    if (one.id) element.dataset.block = one.id
    return element
  }

  #content(one) {
    switch (one.type) {
      case "text": return this.#text(one, one.heading ? "h3" : "div")
      case "image": return this.#image(one)
      case "images": return h("div", { class: "pictures" }, one.images.map((image) => this.#image({ ...image, size: one.size })))
      case "media": return this.#media(one)
      case "container": return this.#group(one, this.#blocks(one.items))
      case "columns": return this.#columns(one)
      case "table": return this.#table(one)
      case "actions": return h("div", {}, this.#actions(one.actions))
      case "facts": return h("dl", { class: "facts" }, one.facts.flatMap((fact) => [
        h("dt", {}, this.#text(fact.title, "span")), h("dd", {}, this.#text(fact.value, "span")),
      ]))
      case "toggle": return this.#labelled(one, this.#toggle(one), true)
      case "choices": return this.#choices(one)
      default: return one.type in typed ? this.#labelled(one, this.#field(one)) : h("div", {})
    }
  }

  #surface(element, surface) {
    if (surface.style && surface.style !== "default") element.dataset.surface = surface.style
    if (surface.bleed) element.classList.add("bleed")
    if (surface.min_height) element.style.minBlockSize = `${surface.min_height}px`
    if (surface.vertical_alignment) element.dataset.vertical = surface.vertical_alignment
    if (surface.rtl !== undefined) element.dir = surface.rtl ? "rtl" : "ltr"
    if (surface.background) this.#background(element, surface.background)
  }

  async #background(element, { picture, fill: mode, alignment, vertical_alignment }) {
    const address = await this.#address(picture)
    if (!address) return
    element.classList.add(`behind-${mode}`)
    element.style.backgroundImage = `url("${address}")`
    element.style.backgroundPosition = `${alignment} ${vertical_alignment}`
  }

  #group(one, content) {
    const element = h("div", { class: "group" }, this.#selectable(one), content)
    this.#surface(element, one)
    if (one.select_action) element.classList.add("selectable")
    return element
  }

  #columns(one) {
    const element = h("div", { class: "columns" }, this.#selectable(one), one.columns.map((column) => {
      const part = this.#group(column, this.#blocks(column.items))
      part.classList.add("column", `width-${column.width}`)
      if (column.width === "weight") part.style.flexGrow = column.width_value
      if (column.width === "pixels") part.style.flexBasis = `${column.width_value}px`
      if (column.separator) part.classList.add("ruled")
      if (column.spacing) part.classList.add(`spacing-${column.spacing}`)
      return part
    }))
    if (one.alignment) element.dataset.align = one.alignment
    if (one.select_action) element.classList.add("selectable")
    this.#surface(element, one)
    return element
  }

  #table(one) {
    const [head, ...rest] = one.headers ? one.rows : [null, ...one.rows]
    const row = (row, tag) => h("tr", { data: row.style ? { surface: row.style } : {} }, row.cells.map((cell, index) => {
      const element = h(tag, tag === "th" ? { scope: "col" } : {}, this.#selectable(cell), this.#blocks(cell.items))
      const column = one.columns[index] ?? {}
      element.dataset.align = row.cell_alignment ?? column.cell_alignment ?? one.cell_alignment ?? "left"
      element.dataset.vertical = row.cell_vertical_alignment ?? column.cell_vertical_alignment ?? one.cell_vertical_alignment ?? "top"
      if (cell.select_action) element.classList.add("selectable")
      this.#surface(element, cell)
      return element
    }))
    const sum = one.columns.reduce((sum, column) => sum + (column.width === "weight" ? column.width_value : 0), 0)
    return h("div", { class: "scroller" }, h(
      "table",
      { class: one.grid ? "grid" : "", data: one.grid_style ? { surface: one.grid_style } : {} },
      h("colgroup", {}, one.columns.map((column) => {
        const part = h("col", {})
        if (column.width === "pixels") part.style.inlineSize = `${column.width_value}px`
        if (column.width === "weight" && sum > 0) part.style.inlineSize = `${column.width_value / sum * 100}%`
        return part
      })),
      head && h("thead", {}, row(head, "th")),
      h("tbody", {}, rest.map((one) => row(one, "td"))),
    ))
  }

  // Text

  #text(text, tag) {
    const element = h(tag, { class: "text" })
    if (text.alignment) element.dataset.align = text.alignment
    if (text.max_lines) element.style.setProperty("--lines", text.max_lines)
    element.classList.toggle("bounded", Boolean(text.max_lines))
    element.classList.toggle("one-line", !text.wrap)
    element.append(...this.#paragraphs(text.paragraphs))
    return element
  }

  /** Items of lists that follow each other are one list. */
  #paragraphs(paragraphs) {
    const parts = []
    let list = null
    for (const paragraph of paragraphs) {
      const kind = paragraph.bullet ? "ul" : paragraph.item !== undefined ? "ol" : null
      const spans = paragraph.spans.map((span) => this.#span(span))
      if (!kind) {
        list = null
        parts.push(h("span", { class: "paragraph" }, spans))
        continue
      }
      if (list?.tagName.toLowerCase() !== kind) {
        list = h(kind, kind === "ol" ? { start: paragraph.item } : {})
        parts.push(list)
      }
      list.append(h("li", {}, spans))
    }
    return parts
  }

  #span(span) {
    const text = span.moment === undefined ? span.text : moment(span)
    const names = ["size", "weight", "color"].filter((name) => span[name]).map((name) => `${name}-${span[name]}`)
    for (const name of ["subtle", "monospace", "italic", "underline", "strikethrough", "highlight"]) if (span[name]) names.push(name)
    const className = names.join(" ")
    if (!span.action) return h("span", { class: className, dir: "auto" }, text)
    return h("button", { type: "button", class: `link ${className}`, dir: "auto", ...this.#pressed(span.action) }, text)
  }

  // Pictures

  #address(name) {
    if (!this.#pictures.has(name)) this.#pictures.set(name, this.#acts.picture(name).catch(() => null))
    return this.#pictures.get(name)
  }

  #image(one) {
    const action = one.select_action
    const place = h(action ? "button" : "div", { class: `picture size-${one.size}` })
    if (action) {
      Object.assign(place, { type: "button" })
      this.#press(place, action)
      place.setAttribute("aria-label", action.title || one.alt || "picture")
    }
    if (one.alignment) place.dataset.align = one.alignment
    if (one.person) place.classList.add("person")
    if (!one.picture) {
      place.append(h("span", { class: "no-picture" }, one.alt ?? "(a picture)"))
      return place
    }
    const image = h("img", { alt: action ? "" : one.alt ?? "", draggable: false })
    if (one.width) image.style.inlineSize = `${one.width}px`
    if (one.height) image.style.blockSize = `${one.height}px`
    if (one.background_color) image.style.backgroundColor = color(one.background_color)
    place.append(image)
    this.#address(one.picture).then((address) => {
      if (address) image.src = address
      else image.replaceWith(h("span", { class: "no-picture" }, one.alt ?? "(a picture that cannot be shown)"))
    })
    return place
  }

  #media(one) {
    return h(
      "div",
      { class: "media-block" },
      one.poster ? this.#image({ picture: one.poster, alt: one.alt, size: "stretch" }) : words("p", one.alt ?? "A movie or a sound"),
      one.sources.filter((source) => source.link).map((source) => this.#button(source.link)),
    )
  }

  // Actions

  /** What a tap anywhere on a block does: a button that lies behind its other controls. */
  #selectable(one) {
    const action = one.select_action
    if (!action) return null
    const button = h("button", { type: "button", class: "select", "aria-label": action.title || "Select" })
    this.#press(button, action)
    return button
  }

  #pressed(action) {
    if (action.number === undefined) return { disabled: true }
    const act = action.kind === "link" ? () => askToOpen(action.url) : () => this.#acts.tap(action.number)
    return { onclick: act, title: action.tooltip, "data-key": `number:${action.number}` }
  }

  #press(element, action) {
    const { onclick, disabled, title, ...attributes } = this.#pressed(action)
    if (disabled) element.disabled = true
    if (title) element.title = title
    if (onclick) element.addEventListener("click", onclick)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  }

  #actions(actions) {
    if (!actions.length) return []
    const [shown, hidden] = [actions.filter((one) => !one.menu), actions.filter((one) => one.menu)]
    const open = actions.filter((one) => one.card)
    const ids = new Map(open.map((one) => [one, this.#nextID()]))
    return [
      h(
        "div",
        { class: "actions" },
        shown.map((one) => this.#button(one, ids.get(one))),
        hidden.length ? h("details", { class: "menu" }, h("summary", { class: "button plain" }, "More"), hidden.map((one) => this.#button(one, ids.get(one)))) : null,
      ),
      ...open.map((one) => {
        const inner = h("div", { class: "inner-card", id: ids.get(one) }, this.#selectable(one.card), this.#blocks(one.card.body), this.#actions(one.card.actions))
        this.#surface(inner, one.card)
        return inner
      }),
    ]
  }

  #button(action, controls) {
    const button = h("button", { type: "button", class: `button ${action.style ?? "plain"}` })
    this.#press(button, action)
    if (action.icon) {
      const image = h("img", { class: "action-icon", alt: "" })
      this.#address(action.icon).then((address) => address && (image.src = address))
      button.append(image)
    }
    if (action.icon_only) button.setAttribute("aria-label", action.title)
    else button.append(words("span", action.title))
    if (action.kind === "show_card") {
      button.setAttribute("aria-expanded", String(Boolean(action.open)))
      if (controls) button.setAttribute("aria-controls", controls)
    }
    if (action.kind === "link") button.setAttribute("role", "link")
    return button
  }

  // Inputs

  /** An input with its words before it, and what is wrong with it below it. */
  #labelled(one, control, hasOwnWords = false) {
    const problem = this.#view.problems?.[one.input]
    const input = control.matches("input, textarea, select") ? control : control.querySelector("input, textarea, select")
    input.id = this.#nextID()
    this.#describe(input, one, problem)
    const label = one.label && h("label", { for: input.id }, words("span", one.label), one.required ? h("span", { class: "mark", "aria-hidden": "true" }, " *") : null)
    if (!label && !hasOwnWords) input.setAttribute("aria-label", one.placeholder || one.input)
    return h("div", { class: "input" }, label, control, this.#problem(problem, input))
  }

  #describe(input, one, problem) {
    if (one.required) input.setAttribute("aria-required", "true")
    if (problem) input.setAttribute("aria-invalid", "true")
  }

  #problem(problem, input) {
    if (!problem) return null
    const id = this.#nextID()
    input.setAttribute("aria-describedby", id)
    return words("p", problem, { class: "problem", id })
  }

  #field(one) {
    const needsKeyboard = this.#view.style === "compact"
    const properties = {
      class: "typed",
      value: this.#unsaved.get(one.input) ?? this.#view.inputs?.[one.input] ?? "",
      placeholder: one.placeholder ?? "",
      dir: "auto",
      autocomplete: "off",
      readOnly: needsKeyboard,
      "data-key": `input:${one.input}`,
    }
    const type = one.style === "password" ? "password" : one.style === "email" ? "email" : one.style === "url" ? "url" : one.style === "tel" ? "tel" : typed[one.type]
    const field = one.multiline ? h("textarea", { rows: 3, ...properties }) : h("input", { type, ...properties })
    if (one.max_length) field.maxLength = one.max_length
    if (one.min) field.min = one.min
    if (one.max) field.max = one.max
    if (one.type === "number_input") field.step = "any"
    if (needsKeyboard) field.addEventListener("click", () => this.#acts.expand())
    else field.addEventListener("input", () => this.#typed(one.input, field.value))
    if (!one.action) return field
    if (!one.multiline) field.addEventListener("keydown", (event) => event.key === "Enter" && this.#acts.tap(one.action.number))
    return h("div", { class: "with-action" }, field, this.#button(one.action))
  }

  /** Gives the host what is typed, one request at a time, the newest last. */
  async #typed(id, value) {
    this.#unsaved.set(id, value)
    if (this.#saving.has(id)) return
    this.#saving.add(id)
    try {
      let saved
      do {
        saved = this.#unsaved.get(id)
        await this.#acts.input(id, saved)
      } while (this.#unsaved.get(id) !== saved)
      this.#unsaved.delete(id)
    } catch {
      // What was typed stays, and is given again with the next character.
    } finally {
      this.#saving.delete(id)
    }
  }

  #toggle(one) {
    const box = h("input", {
      type: "checkbox",
      role: "switch",
      checked: this.#view.inputs?.[one.input] === one.value_on,
      disabled: one.number === undefined,
      "data-key": `input:${one.input}`,
      onchange: () => this.#acts.tap(one.number),
    })
    return h("label", { class: "check" }, box, words("span", one.title))
  }

  #choices(one) {
    const value = this.#view.inputs?.[one.input] ?? ""
    const chosen = new Set(one.multiple ? value.split(",") : [value])
    const problem = this.#view.problems?.[one.input]
    if (one.style === "compact" && !one.multiple) {
      const choice = h(
        "select",
        { class: "typed", "data-key": `input:${one.input}`, onchange: () => this.#acts.input(one.input, choice.value) },
        chosen.has("") || !value ? h("option", { value: "", selected: !value }, one.placeholder ?? "") : null,
        one.choices.map((choice) => h("option", { value: choice.value, selected: chosen.has(choice.value) }, choice.title)),
      )
      return this.#labelled(one, choice)
    }
    if (one.style === "filtered" && !one.multiple) return this.#labelled(one, this.#filtered(one, value))
    const name = this.#nextID()
    const group = h(
      "fieldset",
      { class: "input choices" },
      h("legend", {}, words("span", one.label ?? one.placeholder ?? "Choices"), one.required ? h("span", { class: "mark", "aria-hidden": "true" }, " *") : null),
      one.choices.map((choice) => h("label", { class: "check" }, h("input", {
        type: one.multiple ? "checkbox" : "radio",
        name,
        checked: chosen.has(choice.value),
        disabled: choice.number === undefined,
        "data-key": `input:${one.input}:${choice.value}`,
        onchange: () => this.#acts.tap(choice.number),
      }), words("span", choice.title))),
    )
    const note = this.#problem(problem, group)
    if (note) group.append(note)
    if (!one.label && !one.placeholder) group.firstElementChild.classList.add("unseen")
    return group
  }

  /** A field that finds a choice by what is typed. */
  #filtered(one, value) {
    const list = h("datalist", { id: this.#nextID() }, one.choices.map((choice) => h("option", { value: choice.title })))
    const title = one.choices.find((choice) => choice.value === value)?.title ?? ""
    const field = h("input", {
      class: "typed",
      value: title,
      placeholder: one.placeholder ?? "",
      readOnly: this.#view.style === "compact",
      autocomplete: "off",
      "data-key": `input:${one.input}`,
      onchange: () => {
        const choice = one.choices.find((choice) => choice.title === field.value)
        if (choice) this.#acts.input(one.input, choice.value)
        else field.value = title
      },
    })
    field.setAttribute("list", list.id)
    if (this.#view.style === "compact") field.addEventListener("click", () => this.#acts.expand())
    return h("div", { class: "with-action" }, field, list)
  }
}

let cards = 0

function selection(element, name) {
  try {
    return element?.[name] ?? null
  } catch {
    return null
  }
}

/** A moment in the language and the zone of the reader. */
function moment(span) {
  const date = new Date(span.moment)
  const formats = {
    time: { timeStyle: "short" },
    compact: { dateStyle: "short" },
    short: { weekday: "short", year: "numeric", month: "short", day: "numeric" },
    long: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  }
  return new Intl.DateTimeFormat(undefined, formats[span.format] ?? { dateStyle: "medium" }).format(date)
}

/** `#AARRGGBB` of cards as `#RRGGBBAA` of style sheets. */
function color(text) {
  return text.length === 9 ? `#${text.slice(3)}${text.slice(1, 3)}` : text
}

/* Draws a card of an extension: the member `card` of a view, by elements of HTML.

   A card is described as a tree of plain objects, and the description is fitted to the elements that are there: so a new view keeps
   the focus and what the person types. Text comes into the page as text only; no markup is ever read from it. */

import { CardBlocks } from "/card-blocks.js"
import { mayTakeFocus } from "/dom.js"
import { fit, h, setPicture } from "/fit.js"
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

/** How many pictures are loaded at once. */
const mostLoading = 4

/** How long a tap waits for the view that follows from what was typed, in milliseconds. */
const patience = 1_000

/** Lets go of what a card holds that `drawCard` made, when it is not shown any more. */
export function endCard(element) {
  drawn.get(element)?.end()
}

class Drawing extends CardBlocks {
  constructor(element) {
    super(`card${++cards}`)
    this.element = element
    this.tree = null
    /** What the person has typed and the host does not have yet, by the ids of inputs. */
    this.typed = new Map()
    /** What the person has typed into fields with suggestions. */
    this.filters = new Map()
    /** Why the host did not take a value, by the ids of inputs. */
    this.refused = new Map()
    this.acting = Promise.resolve()
    this.waiting = []
    /** The names of pictures in the view, and how many are being loaded. */
    this.named = new Set()
    this.loading = 0
  }

  show(view, acts) {
    const isNew = view !== this.view
    this.view = view
    this.acts = acts
    // Without a prototype: extensions choose the names.
    this.values = Object.assign(Object.create(null), view.inputs)
    this.problems = Object.assign(Object.create(null), view.problems)
    this.dropNames()
    const wasWrong = this.wrong !== null
    const tree = view.card ? this.card(view.card, "card") : h("div", { class: "card" }, h("pre", {}, (view.lines ?? []).join("\n")))
    fit(this, this.element, tree, this.tree)
    this.tree = tree
    this.named = new Set(picturesOf(tree))
    if (isNew) this.refreshPictures()
    const wrong = wasWrong ? null : this.wrong
    if (wrong && mayTakeFocus(this.element)) wrong.focus()
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
      const follows = value !== (this.values[id] ?? "") || this.problems[id] !== undefined
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

  // --- Pictures

  /** The picture of this name, which is loaded once; a card that cannot have it shows its words. */
  load(name) {
    if (!this.pictures.has(name)) {
      this.pictures.set(name, { url: null, isMissing: false, isWanted: true })
      this.fetchNext()
    }
    return this.pictures.get(name)
  }

  /** Loads the pictures that are wanted, a few at a time: a card may name very many. */
  fetchNext() {
    for (const [name, picture] of this.pictures) {
      if (this.loading >= mostLoading) return
      if (!picture.isWanted) continue
      picture.isWanted = false
      this.loading += 1
      this.fetch(name, picture).finally(() => {
        this.loading -= 1
        this.fetchNext()
      })
    }
  }

  async fetch(name, picture) {
    const [old, wasMissing] = [picture.url, picture.isMissing]
    try {
      picture.url = await this.acts.picture(name)
      picture.isMissing = false
    } catch {
      picture.isMissing = !old
    }
    if (this.pictures.get(name) !== picture) return picture.url && URL.revokeObjectURL(picture.url)
    if (picture.isMissing !== wasMissing) this.redraw()
    if (picture.url === old) return
    for (const element of this.element.querySelectorAll("*")) setPicture(element, name, picture.url)
    if (old) URL.revokeObjectURL(old)
  }

  /** Forgets the pictures that the card does not name any more. What is in a file of the extension may be another picture in another
   *  view, under the same name. */
  refreshPictures() {
    for (const [name, picture] of this.pictures) {
      if (!this.named.has(name)) {
        this.pictures.delete(name)
        if (picture.url) URL.revokeObjectURL(picture.url)
      } else if (picture.url && !name.startsWith("bundle:") && !name.startsWith("data:")) {
        picture.isWanted = true
      }
    }
    this.fetchNext()
  }

  /** The card is not shown any more. */
  end() {
    this.named = new Set()
    this.refreshPictures()
  }

  // --- Inputs

  /** What goes for all inputs: the label, the problem, and what they are called by. */
  field(input, make) {
    const name = this.name(`input ${input.input}`)
    const problem = this.refused.get(input.input) ?? this.problems[input.input]
    const needsKeyboard = this.view.style === "compact" && typedInputs.has(input.type)
    const notes = []
    if (problem) notes.push(h("p", { class: "card-problem", id: `${name}-problem` }, problem))
    if (needsKeyboard) {
      notes.push(h("p", { class: "card-unseen", id: `${name}-hint` }, "Make the view larger to write here"))
    }
    const attributes = {
      "aria-describedby": notes.map((note) => note.attributes.id).join(" ") || null,
      "aria-invalid": problem ? "true" : null,
    }
    const looks = `${problem ? " card-wrong" : ""}${needsKeyboard ? " card-low" : ""}`
    return h("div", { class: `card-input${looks}` }, [...make(name, attributes, needsKeyboard), ...notes])
  }

  label(input, name) {
    return h("label", { for: name, class: labelClass(input) }, labelContent(input))
  }

  typing(input, tag, more) {
    return this.field(input, (name, attributes, needsKeyboard) => {
      const id = input.input
      const node = h(tag, {
        id: name,
        class: "card-field",
        placeholder: input.placeholder ?? (needsKeyboard ? "Press to write" : undefined),
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
      const mark = input.label === undefined ? star(input) : []
      const choice = h("div", { class: `card-choice${input.wrap ? "" : " card-cut"}` }, [
        box,
        h("label", { for: name }, [h("span", {}, input.title), ...mark]),
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
    return h("fieldset", { class: "card-group", ...attributes }, [
      h("legend", { class: labelClass(input) }, labelContent(input)),
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

/** The words that name an input. Those that the extension did not mean for the screen are read aloud only. */
function labelContent(input) {
  return [h("span", {}, input.label ?? input.placeholder ?? input.input), ...star(input)]
}

function labelClass(input) {
  return `card-label${input.label === undefined ? " card-unseen" : ""}`
}

/** What marks an input that needs a value. */
function star(input) {
  return input.required ? [h("span", { class: "card-star", "aria-hidden": "true" }, " *")] : []
}

/** The names of the pictures in a description. */
function picturesOf(node) {
  if (!node || typeof node !== "object") return []
  return [node.picture, node.background, ...node.children.flatMap(picturesOf)].filter(Boolean)
}

const typedInputs = new Set(["text_input", "number_input", "date_input", "time_input"])

/** The values of the choices that are taken. A value may have commas itself. */
function takenValues(text, { choices, multiple }) {
  if (!multiple || choices.some(({ value }) => value === text)) return [text]
  return text === "" ? [] : text.split(",")
}


import Foundation

extension Browser {
    /// Draws the view of a card on the page, and gives what is missing of it or does nothing. With a seed, that stands before each text.
    func missing(in view: String, seed: String? = nil) throws -> [String]? {
        try runAsync(Self.drawing, view, seed ?? NSNull()) as? [String]
    }

    /// All words are seen as often as the view has them, each in a place with a size, or belong to a control or a picture. Each picture
    /// is there, and its words where it cannot be had. All that can be pressed is pressed: each control is told of, and each address asked for.
    private static let drawing = #"""
        const [text, seed, done] = arguments
        const view = JSON.parse(text)
        const known = new Set(['text', 'title', 'label', 'placeholder', 'alt', 'tooltip'])
        // What cannot be seen is written out.
        const written = (one) => `\\u{${one.codePointAt(0).toString(16).toUpperCase()}}`
        const packed = (text) => text.replaceAll(/(?!\r?\n|\t)\p{Cc}/gu, written).replaceAll(/\s/g, '')
        const count = (text, part) => text.split(part).length - 1
        const seen = []
        const told = []
        const controls = new Set()
        const addresses = new Set()
        const numbers = { pictures: 0, alternatives: 0, icons: 0, fields: 0 }
        const isFiltered = ({ style, multiple }) => style === 'filtered' && !multiple
        const isButton = (value, name, owner) => (name === 'actions' || (name === 'action' && owner.input !== undefined)) && !value.icon_only
        const isSeen = (key, value, name, owner) => key === 'text' || key === 'label'
          || (key === 'title' && (value.type === 'toggle' || (name === 'choices' && !isFiltered(owner)) || isButton(value, name, owner)))
        const address = (url) => {
          try { return /^https?:/.test(new URL(url).protocol) ? new URL(url).href : url } catch { return url }
        }
        const note = (value, name, owner) => {
          if (value.number !== undefined) {
            if (value.kind === 'link') addresses.add(address(value.url))
            // Of two suggestions with the same words the first is taken.
            else if (name === 'choices' && isFiltered(owner)) controls.add(owner.choices.find(({ title }) => title === value.title).number)
            else if (value.kind || value.type === 'toggle' || name === 'choices') controls.add(value.number)
          }
          if (value.icon) numbers.icons += 1
          if (/_input$/.test(value.type) || (value.type === 'choices' && !value.multiple && value.style !== 'expanded')) numbers.fields += 1
          if (value.type === 'image' || name === 'images' && value.size && !value.images) numbers[value.picture ? 'pictures' : 'alternatives'] += 1
          if (value.poster) numbers.pictures += 1
        }
        const walk = (value, name, owner) => {
          if (Array.isArray(value)) return value.forEach((one) => walk(one, name, owner))
          if (!value || typeof value !== 'object') return
          for (const [key, inner] of Object.entries(value)) {
            // A moment is told as the browser's language tells it, and a button without a title has none to show.
            const isTold = key === 'text' && value.moment !== undefined
            if (typeof inner === 'string' && known.has(key) && packed(inner) !== '' && inner !== 'button' && !isTold) {
              if (seed) value[key] = seed + inner
              ;(isSeen(key, value, name, owner) ? seen : told).push(packed(value[key]))
            }
          }
          note(value, name, owner)
          for (const [key, inner] of Object.entries(value)) walk(inner, key, value)
        }
        walk(view.card)
        const missing = []
        const place = document.createElement('div')
        place.style.flex = 'none'
        document.body.append(place)
        const all = (selector) => [...place.querySelectorAll(selector)]

        const checkWords = () => {
          for (const one of all('details')) one.open = true
          const shown = packed(place.innerText)
          for (const one of new Set(seen)) {
            const wanted = seen.reduce((sum, other) => sum + count(other, one), 0)
            if (count(shown, one) < wanted) missing.push(`${one}: ${count(shown, one)} times, not ${wanted}`)
          }
          const names = ['placeholder', 'aria-label', 'alt', 'title', 'value']
          const given = all('*').flatMap((one) => names.map((name) => one.getAttribute(name) ?? '')).map(packed)
          for (const one of told) if (!shown.includes(one) && !given.some((other) => other.includes(one))) missing.push(`${one} at a control`)
          for (const one of all(':not(option, .card-unseen, .card-unseen *)')) {
            if (![...one.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && packed(data) !== '')) continue
            const { width, height } = one.getBoundingClientRect()
            const isDrawn = width > 0 && height > 0 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
            if (!isDrawn) missing.push(`${one.outerHTML.slice(0, 200)} at ${width} x ${height}`)
          }
        }
        const check = (name, now, wanted) => now === wanted || missing.push(`${name}: ${now}, not ${wanted}`)
        const press = () => {
          for (const one of all('button:enabled')) one.click()
          // The one that is taken from the beginning is taken again when another one was.
          for (let turn = 0; turn < 2; turn += 1) for (const one of all('input[type=checkbox], input[type=radio]')) one.click()
          const choose = (one, value) => {
            one.value = value
            one.dispatchEvent(new Event('change'))
          }
          for (const one of all('select')) [...one.options].slice(1).forEach(({ value }) => choose(one, value))
          for (const one of all('input[list]')) for (const { value } of document.getElementById(one.getAttribute('list')).options) choose(one, value)
        }
        import('/card.js').then(async ({ drawCard, endCard }) => {
          const taps = new Set()
          const acts = { tap: async (number) => taps.add(number), input: async () => {}, picture: () => Promise.reject(new Error('none')), expand: () => {} }
          const element = drawCard(view, acts)
          place.append(element)
          checkWords()
          check('pictures', all('img.card-image').length, numbers.pictures)
          check('icons', all('img.card-icon').length, numbers.icons)
          check('words in place of pictures', all('.card-alt').length, numbers.alternatives)
          check('pictures without alt', all('img:not([alt])').length, 0)
          check('fields', all('.card-field').length, numbers.fields)
          press()
          // All of it is done before this turn begins.
          await new Promise((resolve) => setTimeout(resolve, 0))
          const list = (set) => [...set].sort().join()
          check('taps', list(taps), list(controls))
          const dialogs = [...document.querySelectorAll('dialog')]
          check('addresses', list(new Set(dialogs.map((one) => one.querySelector('.address').textContent))), list(addresses))
          for (const one of dialogs) one.remove()
          check('pictures that cannot be had', all('img').length, 0)
          check('words in place of them', all('.card-alt').length, numbers.pictures + numbers.alternatives)
          endCard(element)
          place.remove()
          done(missing)
        }).catch((error) => done([String(error)]))
        """#
}

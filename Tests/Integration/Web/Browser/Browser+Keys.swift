import Foundation
import Testing

/// What a person does who has a keyboard only.
extension Browser {
    private static let keyTab = "\u{E004}"

    /// Presses Tab until the focus is on what a condition on `one` means, in the pane of that number or in the dialog.
    func tab(to condition: String, pane: Int?) throws {
        let place = pane.map { "document.querySelectorAll('.pane')[\($0)]" } ?? "document.querySelector('dialog[open]')"
        let isThere = """
            const one = document.activeElement
            const place = \(place)
            const $$ = (name) => [...place.querySelectorAll(name)]
            return Boolean(place?.contains(one) && (\(condition)))
            """
        var seen: [String] = []
        for _ in 0..<60 {
            try press(keys: Self.keyTab)
            seen.append(try run("return document.activeElement.outerHTML.slice(0, 60)") as? String ?? "")
            if try run(isThere) as? Bool == true {
                // What has the focus can be seen.
                #expect(
                    try run(
                        "return document.activeElement.checkVisibility() && document.activeElement.matches(':focus-visible')"
                    ) as? Bool == true
                )
                return
            }
        }
        Issue.record("the Tab key does not reach \(condition), but \(seen)")
    }

    /// Presses Tab from the beginning until the focus comes back, and gives what is wrong: controls that it does not reach, or in another
    /// order than they have on the page, others that it reaches, and those that do not show that they have the focus.
    func faultsOfTab() throws -> [String] {
        var presses = try #require(try run(Self.tabTour) as? Int) + 3
        for _ in 0..<4 {
            try press(keys: String(repeating: Self.keyTab, count: presses))
            presses = 10
            if try run("return window.tabTour.isRound()") as? Bool == true { break }
        }
        return try #require(try run("return window.tabTour.faults()") as? [String])
    }

    private static let tabTour = """
        const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
        const kinds = 'button, a[href], input, textarea, select, summary, [tabindex="0"]'
        const isUsed = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled') && !one.closest('[inert]')
        // Of the radio buttons of a group, and of the tabs of a list, one is reached.
        const keyOf = (one) => one.type === 'radio' ? `radio ${one.name}` : one.closest('[role=tablist]') ?? one
        const wanted = new Set([...root.querySelectorAll(kinds)].filter(isUsed).map(keyOf))
        const names = ['.hand-off', '.list', '.chat > .bar', '.transcript', '.field', '.extension']
        const panes = [...document.querySelectorAll('.pane')]
        const placeOf = (one) => {
          const index = names.findIndex((name) => one.closest(name))
          return index < 0 ? null : { pane: panes.indexOf(one.closest('.pane')), index, box: one.closest(names[index]).getBoundingClientRect(), isOver: one.closest('[data-style=expanded]') !== null }
        }
        document.activeElement.blur()
        const shadows = (one) => [one, one.parentElement ?? one].map((each) => getComputedStyle(each).boxShadow).join()
        const before = new Map([...root.querySelectorAll('*')].map((one) => [one, shadows(one)]))
        const tell = (one) => one.outerHTML?.slice(0, 120) ?? one
        const hasRing = (one) => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
          return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && outlineColor !== 'rgba(0, 0, 0, 0)') || shadows(one) !== before.get(one)
        }
        const isScrolled = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight > clientHeight || scrollWidth > clientWidth
        const reached = []
        const faults = []
        const came = ({ target }) => {
          if (reached.length && target === reached[0]) window.tabTour.end()
          reached.push(target)
          if (!hasRing(target)) faults.push(`no ring: ${tell(target)}`)
        }
        document.addEventListener('focusin', came)
        window.tabTour = {
          end: () => document.removeEventListener('focusin', came),
          isRound: () => reached.length > 1 && reached.at(-1) === reached[0],
          faults: () => {
            window.tabTour.end()
            if (!window.tabTour.isRound()) return [`a trap: ${reached.map(tell).join('\\n')}`]
            reached.pop()
            const found = new Set(reached.map(keyOf))
            for (const one of wanted) if (!found.has(one)) faults.push(`not reached: ${tell(one)}`)
            for (const one of found) if (!wanted.has(one) && !isScrolled(one)) faults.push(`reached: ${tell(one)}`)
            const follows = (a, b) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)
            const first = reached.findIndex((one) => reached.every((other) => other === one || follows(one, other)))
            const order = [...reached.slice(first), ...reached.slice(0, first)]
            for (let at = 1; at < order.length; at += 1) {
              const [one, next] = [order[at - 1], order[at]]
              const [a, b] = [one, next].map(placeOf)
              if (!follows(one, next) && keyOf(one) !== keyOf(next)) faults.push(`out of order: ${tell(next)}`)
              if (!a || !b || a.pane !== b.pane || a.index === b.index) continue
              const isBeside = document.documentElement.dir === 'rtl' ? a.box.left >= b.box.right - 1 : a.box.right <= b.box.left + 1
              if (a.index > b.index || !(b.isOver || isBeside || a.box.bottom <= b.box.top + 1)) faults.push(`${names[b.index]} comes after ${names[a.index]}`)
            }
            document.activeElement.blur()
            return faults
          },
        }
        return wanted.size
        """
}

import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyViews
import Testing

@testable import MayflyProtocol

extension BrowserTests {
    /// Cards as the page draws them.
    @Suite struct Cards {
        /// Each sample of the format is drawn whole: all words of what the host describes are there, and all controls, and the browser
        /// complains of nothing. The words of others are words here, too.
        @Test func theSamplesAreDrawnWhole() async throws {
            let views = try Self.views()
            try #require(views.count == 284)
            try await ServedPage.with(["--side-by-side", "bob"]) { page, _ in
                let browser = try Browser(width: 900, height: 800)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                for seed in [nil, "<img src=http://evil.example/x onerror=window.hurt=1>"] {
                    for (name, view) in views {
                        let missing = try browser.runAsync(Self.drawing, view, seed ?? NSNull()) as? [String]
                        #expect(missing == [], "\(name) \(seed ?? "")")
                    }
                }
                #expect(try browser.errors() == [])
                let others = try browser.requests().filter { $0.contains("evil") }
                #expect(others.isEmpty, "the browser asked for \(others)")
                #expect(try browser.run("return window.hurt ?? null") is NSNull)
            }
        }

        /// Draws a view and gives what of it is missing. With a seed, that stands in each place of a text.
        private static let drawing = """
            const [text, seed, done] = arguments
            const view = JSON.parse(text)
            const known = new Set(['text', 'title', 'label', 'placeholder', 'alt', 'tooltip', 'speak'])
            const wanted = []
            const controls = new Set()
            const walk = (value, isHidden) => {
              if (Array.isArray(value)) return value.forEach((one) => walk(one, isHidden))
              if (!value || typeof value !== 'object') return
              if (typeof value.number === 'number') controls.add(value.number)
              for (const [name, inner] of Object.entries(value)) {
                // A moment is told as the browser's language tells it, and a button without a title has none to show.
                const isTold = name === 'text' && value.moment !== undefined
                if (typeof inner === 'string' && known.has(name) && inner !== '' && inner !== 'button' && !isTold) {
                  if (seed) value[name] = seed + inner
                  if (name !== 'speak') wanted.push(value[name])
                }
                walk(inner)
              }
            }
            walk(view.card)
            import('/card.js').then(({ drawCard }) => {
              const taps = []
              const acts = { tap: async (number) => taps.push(number), input: async () => {}, picture: () => Promise.reject(new Error('none')), expand: () => {} }
              const element = drawCard(view, acts)
              document.body.append(element)
              const shown = []
              for (const one of element.querySelectorAll('*')) {
                for (const name of ['placeholder', 'aria-label', 'alt', 'title', 'value']) if (one.hasAttribute(name)) shown.push(one.getAttribute(name))
              }
              const all = element.textContent + '\\n' + shown.join('\\n')
              const missing = wanted.filter((one) => !all.includes(one))
              const kinds = 'button, a, input, select, textarea, option'
              if (controls.size > element.querySelectorAll(kinds).length) missing.push(`${controls.size} controls`)
              element.remove()
              done(missing)
            }, (error) => done([String(error)]))
            """

        /// What the host says of each sample that it takes.
        private static func views() throws -> [(name: String, view: String)] {
            let folder = Checkout.folder.appending(path: "Tests/Samples/AdaptiveCards")
            let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return try all.filter { $0.lowercased().hasSuffix(".json") }.sorted().compactMap { name in
                let json = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                guard let card = try? Card(json: json) else { return nil }
                let value = Shapes.view.json((style: .expanded, view: .card(card, CardInputs(card))), .none)
                return (name, value.line)
            }
        }
    }
}

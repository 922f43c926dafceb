import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyProtocol
@testable import MayflyViews

extension ExtensionBrowserTests {
    /// Cards as the page draws them.
    @Suite struct Cards {
        /// Each sample of the format is drawn whole: all words of what the host describes are seen, all controls do something, and the
        /// browser complains of nothing. So is what its buttons show and hide. The words of others are words here, too.
        @Test func theSamplesAreDrawnWhole() async throws {
            let views = try Self.views()
            try #require(Set(views.map(\.name)).count == 284 && views.count > 284)
            try await ServedPage.with(["--side-by-side", "bob"]) { page, _ in
                let browser = try Browser(width: 900, height: 800)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                for seed in [nil, "<img src=http://evil.example/x onerror=window.hurt=1>"] {
                    for (name, view) in views {
                        let missing = try browser.missing(in: view, seed: seed)
                        #expect(missing == [], "\(name) \(seed ?? "")")
                    }
                }
                #expect(try browser.errors() == [])
                let others = try browser.requests().filter { $0.contains("evil") }
                #expect(others.isEmpty, "the browser asked for \(others)")
                #expect(try browser.run("return window.hurt ?? null") is NSNull)
            }
        }

        /// A card may name very many pictures: few are loaded at once, and none is kept that no card shows any more.
        @Test func picturesAreLoadedInTurnAndForgotten() async throws {
            try await ServedPage.with(["--side-by-side", "bob"]) { page, _ in
                let browser = try Browser(width: 900, height: 800)
                try browser.open(page.address)
                let script = """
                    const done = arguments[arguments.length - 1]
                    const image = (name) => ({ type: 'image', picture: name, alt: name, size: 'auto' })
                    const view = (names) => ({ kind: 'card', style: 'expanded', controls: [], inputs: {}, card: { body: names.map(image), actions: [] } })
                    const names = (from) => Array.from({ length: 300 }, (_, index) => `private:${from + index}.png`)
                    const [make, drop] = [URL.createObjectURL, URL.revokeObjectURL]
                    const live = new Set()
                    URL.createObjectURL = (blob) => { const url = make.call(URL, blob); live.add(url); return url }
                    URL.revokeObjectURL = (url) => { live.delete(url); drop.call(URL, url) }
                    let [now, most, count] = [0, 0, 0]
                    const acts = { tap: async () => {}, input: async () => {}, expand: () => {}, picture: async () => {
                      now += 1
                      count += 1
                      most = Math.max(most, now)
                      await new Promise((resolve) => setTimeout(resolve, 0))
                      now -= 1
                      return URL.createObjectURL(new Blob(['x']))
                    } }
                    const until = async (isSo) => { while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5)) }
                    import('/card.js').then(async ({ drawCard, updateCard, endCard }) => {
                      const element = drawCard(view(names(0)), acts)
                      document.body.append(element)
                      await until(() => count === 300 && now === 0)
                      const first = live.size
                      updateCard(element, view(names(1_000)), acts)
                      await until(() => count === 600 && now === 0)
                      const second = live.size
                      endCard(element)
                      element.remove()
                      done([most, first, second, live.size])
                    }).catch((error) => done([String(error)]))
                    """
                #expect(try browser.runAsync(script) as? [Int] == [4, 300, 300, 0])
            }
        }

        /// A card with names that objects have by themselves is drawn as any other.
        @Test func namesOfObjectsAreNames() async throws {
            let json = """
                {"type":"AdaptiveCard","version":"1.5","body":[
                {"type":"Input.Text","id":"constructor","label":"One"},{"type":"Input.Text","id":"__proto__","label":"Two"},
                {"type":"Input.Number","id":"toString","label":"Three"},{"type":"TextBlock","text":"the end"}]}
                """
            let card = try Card(json: json)
            let view = Shapes.view.json((style: .expanded, view: .card(card, CardInputs(card))), .none).line
            try await ServedPage.with(["--side-by-side", "bob"]) { page, _ in
                let browser = try Browser(width: 900, height: 800)
                try browser.open(page.address)
                #expect(try browser.missing(in: view) == [])
            }
        }

        /// What the host says of each sample that it takes, at first and after each press on a button that shows or hides something.
        private static func views() throws -> [(name: String, view: String)] {
            let folder = Checkout.folder.appending(path: "Tests/Samples/AdaptiveCards")
            let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return try all.filter { $0.lowercased().hasSuffix(".json") }.sorted().flatMap { name in
                let json = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                guard let card = try? Card(json: json) else { return [(name: String, view: String)]() }
                return try states(of: card).map {
                    (name, Shapes.view.json((.expanded, .card($0, CardInputs($0))), .none).line)
                }
            }
        }

        /// A card as it is at first, and after each press on a button that shows or hides something. The buttons of a card that was shown
        /// just now come before those beside it, which hide it.
        private static func states(of card: Card) throws -> [Card] {
            var (states, inputs, pressed) = ([card], CardInputs(card), Set<String>())
            var now = card
            while let next = now.controls.last(where: { target(of: $0).map { !pressed.contains($0) } ?? false }) {
                pressed.insert(target(of: next) ?? "")
                _ = try inputs.tap(next, in: &now)
                states.append(now)
            }
            return states
        }

        /// What a control shows and hides; nil for another one.
        private static func target(of control: Control) -> String? {
            switch control.kind {
            case .showCard(let shown): "card \(shown.number)"
            case .toggleVisibility(let targets): "\(targets)"
            default: nil
            }
        }
    }
}

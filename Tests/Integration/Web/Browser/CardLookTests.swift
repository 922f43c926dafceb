import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyProtocol
@testable import MayflyViews

extension ExtensionBrowserTests {
    /// What the members of a card that only change its look do, asked of the geometry, the computed styles and the pixels of the page.
    @Suite struct CardLooks {
        /// The blocks of the card, by the names of the checks.
        private static let blocks: [(name: String, json: String)] = [
            (
                "columns",
                #"""
                {"type":"ColumnSet","columns":[
                 {"width":"auto","items":[{"type":"TextBlock","text":"auto"}]},{"width":2,"items":[{"type":"TextBlock","text":"two"}]},
                 {"width":"1","items":[{"type":"TextBlock","text":"one"}]},{"width":"30px","items":[]}]}
                """#
            ),
            (
                "bleed",
                #"""
                {"type":"Container","style":"good","items":[{"type":"Container","style":"emphasis","items":[{"type":"TextBlock","text":"in"}]},
                 {"type":"Container","style":"emphasis","bleed":true,"items":[{"type":"TextBlock","text":"out"}]}]}
                """#
            ),
            ("height", #"{"type":"Container","minHeight":"100px","items":[]}"#),
            (
                "background",
                #"{"type":"Container","minHeight":"100px","backgroundImage":{"url":"bundle:picture.png"},"items":[]}"#
            ),
            (
                "rtl",
                #"""
                {"type":"Container","rtl":true,"items":[
                 {"type":"ActionSet","actions":[{"type":"Action.Submit","title":"first"},{"type":"Action.Submit","title":"second"}]}]}
                """#
            ),
            (
                "actions",
                #"""
                {"type":"ActionSet","actions":[
                 {"type":"Action.Submit","title":"icon","iconUrl":"bundle:picture.png","tooltip":"more words"},
                 {"type":"Action.Submit","title":"second","mode":"secondary"}]}
                """#
            ),
            ("text", #"{"type":"TextBlock","text":"plain **bold** _italic_","wrap":true}"#),
            ("list", #"{"type":"TextBlock","text":"- first\n- second","wrap":true}"#),
            ("numbers", #"{"type":"TextBlock","text":"3. third\n4. fourth","wrap":true}"#),
            ("heading", #"{"type":"TextBlock","text":"heading","style":"heading"}"#),
            (
                "lines",
                #"{"type":"TextBlock","text":"\#(String(repeating: "words ", count: 100))","wrap":true,"maxLines":2}"#
            ),
            (
                "image",
                #"{"type":"Image","url":"bundle:picture.png","altText":"a","size":"small","horizontalAlignment":"right","style":"person"}"#
            ),
            ("separator", #"{"type":"TextBlock","text":"below","separator":true,"spacing":"large"}"#),
            ("close", #"{"type":"TextBlock","text":"close","spacing":"none"}"#),
        ]

        /// For each check an expression, with `block(name)`, `box(element)` and `style(element)`, that has to be true.
        private static let checks: [(name: String, isSo: String)] = [
            (
                "an automatic column is as wide as its words",
                "Math.abs(widths[0] - textWidth(block('columns', '.card-text span'))) < 2"
            ),
            ("weights share the width", "widths[2] > 50 && Math.abs(widths[1] / widths[2] - 2) < .05"),
            ("pixels are pixels", "Math.abs(widths[3] - 30) < .5"),
            ("a container has padding", "Math.abs(box(inner[0]).left - box(outer).left - 12) < .5"),
            (
                "a bleeding one has none around it",
                "Math.abs(box(inner[1]).left - box(outer).left) < .5 && Math.abs(box(inner[1]).right - box(outer).right) < .5"
            ),
            (
                "styles have backgrounds",
                "new Set([style(outer), style(inner[0]), style(look)].map((one) => one.backgroundColor)).size === 3"
            ),
            ("the least height", "Math.abs(box(block('height', '.card-container')).height - 100) < .5"),
            (
                "right to left",
                "style(block('rtl', 'button')).direction === 'rtl' && Math.abs(box(block('rtl', 'button')).right - box(block('rtl')).right) < .5"
            ),
            (
                "left to right",
                "style(block('actions', 'button')).direction === 'ltr' && Math.abs(box(block('actions', 'button')).left - box(block('actions')).left) < .5"
            ),
            ("a tooltip", "block('actions', '.card-button').title === 'more words'"),
            ("a secondary action is in a menu", "!menu.open && menu.innerText === '…' && !second.checkVisibility()"),
            (
                "which opens",
                "(menu.querySelector('summary').click(), menu.open && second.checkVisibility() && box(second).height > 10)"
            ),
            (
                "bold",
                "style(piece('text', 'bold')).fontWeight >= 600 && style(piece('text', 'plain ')).fontWeight < 500"
            ),
            (
                "italic",
                "style(piece('text', 'italic')).fontStyle === 'italic' && style(piece('text', 'plain ')).fontStyle === 'normal'"
            ),
            ("items", "items('list', 'ul') === 'first,second' && style(block('list', 'li')).listStyleType === 'disc'"),
            (
                "numbered items",
                "items('numbers', 'ol') === 'third,fourth' && style(block('numbers', 'li')).listStyleType === 'decimal' && block('numbers', 'ol').start === 3"
            ),
            ("a heading", "block('heading', '[role=heading][aria-level]').innerText === 'heading'"),
            (
                "the most lines",
                "Math.abs(box(block('lines', '.card-text')).height - 2 * box(block('text', '.card-text')).height) < 2"
            ),
            (
                "a small picture",
                "Math.abs(box(block('image', 'img')).width - 40) < .5 && Math.abs(box(block('image', 'img')).right - box(block('image')).right) < .5"
            ),
            ("a round one", "style(block('image', 'img')).borderRadius === '50%'"),
            (
                "a rule",
                "style(block('separator')).borderTopWidth === '1px' && box(block('separator')).top - box(block('image')).bottom === 12"
            ),
            ("no distance", "box(block('close')).top === box(block('separator')).bottom"),
        ]

        @Test func eachMemberHasItsLook() async throws {
            let json = CardPlugin.card(Self.blocks.map(\.json).joined(separator: ","))
            let card = try Card(json: json)
            let view = Shapes.view.json((style: .expanded, view: .card(card, CardInputs(card))), .none).line
            try await ServedPage.with(["--side-by-side", "bob"]) { page, _ in
                let browser = try Browser(width: 900, height: 1_000)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                let picture = Data(try SampleFiles.bytes("palette.png")).base64EncodedString()
                #expect(try browser.runAsync(Self.drawing, view, picture) is NSNull)
                try browser.wait(
                    pane: 0,
                    for: "$$('.look img').length === 2 && $$('.look img').every((one) => one.naturalWidth > 0)"
                )
                for (name, isSo) in Self.checks {
                    let names = Self.blocks.map(\.name)
                    #expect(try browser.run(Self.tools + "return \(isSo)", names) as? Bool == true, "\(name)")
                }
                for place in [
                    "\(Self.place("background")) .card-container", "\(Self.place("actions")) .card-icon",
                    "\(Self.place("image")) img",
                ] {
                    #expect(try browser.screenColours(".look \(place)", pane: 0, moreThan: 3) > 3, "\(place)")
                }
                #expect(try browser.errors() == [])
            }
        }

        private static func place(_ name: String) -> String {
            let index = blocks.firstIndex { $0.name == name } ?? 0
            return ".card > .card-block:nth-child(\(index + 1))"
        }

        /// Draws the view over the pane.
        private static let drawing = """
            const [view, picture, done] = arguments
            const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0))
            const acts = { tap: async () => {}, input: async () => {}, expand: () => {}, picture: async () => URL.createObjectURL(new Blob([bytes], { type: 'image/png' })) }
            const look = document.createElement('div')
            look.className = 'look'
            Object.assign(look.style, { position: 'fixed', inset: '0', zIndex: '5', padding: '20px', background: 'white', overflow: 'auto' })
            import('/card.js').then(({ drawCard }) => {
              look.append(drawCard(JSON.parse(view), acts))
              document.querySelector('.pane').append(look)
              done(null)
            }).catch((error) => done(String(error)))
            """

        private static let tools = """
            const [names] = arguments
            const look = document.querySelector('.look')
            const block = (name, inner) => {
              const one = look.querySelector(`.card > .card-block:nth-child(${names.indexOf(name) + 1})`)
              return inner ? one.querySelector(inner) : one
            }
            const box = (one) => one.getBoundingClientRect()
            const style = (one) => getComputedStyle(one)
            const textBox = (one) => {
              const range = document.createRange()
              range.selectNodeContents(one)
              return range.getBoundingClientRect()
            }
            const textWidth = (one) => textBox(one).width
            const piece = (name, text) => [...block(name).querySelectorAll('.card-paragraph > *')].find((one) => one.textContent === text)
            const items = (name, list) => [...block(name).querySelectorAll(`${list} > li`)].map((one) => one.innerText).join()
            const widths = [...block('columns').querySelectorAll('.card-column')].map((one) => box(one).width)
            const outer = block('bleed', '.card-container')
            const inner = outer.querySelectorAll('.card-container')
            const menu = block('actions', 'details')
            const second = menu.querySelector('button')

            """
    }
}

import MayflyHost
import MayflyModel
import MayflyViews
import Testing

@testable import MayflyProtocol

/// The text of a view is drawn once, however often a window is looked at.
@Suite struct DrawnViewsTests {
    private let drawn = DrawnViews()

    private func view(_ text: String) throws -> ExtensionView {
        let card = try Card(
            json: #"{"type":"AdaptiveCard","version":"1.5","body":[{"type":"TextBlock","text":"\#(text)"}]}"#
        )
        return .card(card, CardInputs(card))
    }

    /// Whether the view is drawn.
    private func isDrawn(_ view: ExtensionView, _ style: PresentationStyle = .compact) -> Bool {
        var isDrawn = false
        _ = drawn.lines(of: view, style: style) {
            isDrawn = true
            return []
        }
        return isDrawn
    }

    @Test func drawsTheSameOnce() throws {
        #expect(isDrawn(try view("a")))
        #expect(!isDrawn(try view("a")))
        #expect(isDrawn(try view("a"), .expanded))
        #expect(isDrawn(try view("b")))
        #expect(!isDrawn(try view("a")))
    }

    @Test func keepsTheLastFew() throws {
        for number in 0..<5 { #expect(isDrawn(try view("\(number)"))) }
        #expect(!isDrawn(try view("1")))
        #expect(isDrawn(try view("0")))
    }

    @Test func namesThatKeepDrawingsGiveTheSameLines() throws {
        var names = Names.none
        let view = Shapes.View(style: .compact, view: try view("a"))
        let once = Shapes.view.json(view, names)
        names.drawnViews = drawn
        for _ in 0..<2 { #expect(Shapes.view.json(view, names) == once) }
        #expect(!isDrawn(view.view))
    }
}

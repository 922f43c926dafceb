import MayflyModel
import MayflyViews
import Synchronization
import Testing

@testable import MayflyHost

@Suite struct ExtensionAreaTests {
    private let id: ExtensionID
    private let area: ExtensionArea
    private let announced: Announcements

    /// How many stickers or inputs each announced view has.
    private final class Announcements: Sendable {
        private let list = Mutex<[String]>([])

        var all: [String] { list.withLock { $0 } }

        func note(_ event: HostEvent) {
            guard case .view(_, let style, let view) = event else { return }
            let name =
                switch view {
                case .none: "none"
                case .card: "card"
                case .stickers(let browser): "\(browser.cells.count) stickers"
                }
            list.withLock { $0.append("\(style.name) \(name)") }
        }
    }

    init() throws {
        id = try #require(ExtensionID(rawValue: "org.example.tally"))
        announced = Announcements()
        area = ExtensionArea { [announced] in announced.note($0) }
    }

    private func sticker(_ description: String) throws -> Sticker {
        let digest = try #require(ContentDigest(bytes: Array(repeating: 7, count: 32)))
        return Sticker(
            file: MediaFile(digest: digest, name: "a.png", type: .png, byteCount: 2048),
            description: description
        )
    }

    @Test func fillsCellsInAnyOrderWithoutAnAnnouncementForEach() throws {
        area.show(.stickers(StickerBrowser(size: .regular)), of: id, in: .compact)
        area.fillCell(2, with: try sticker("A cat"))
        area.fillCell(0, with: nil)
        #expect(announced.all == ["compact 0 stickers"])
        guard case .stickers(let browser) = area.view else { throw Missing.browser }
        #expect(browser.cells.map { $0?.description } == [nil, nil, "A cat"])
    }

    @Test func ignoresACellWhereNoBrowserIsShown() throws {
        area.fillCell(0, with: try sticker("A cat"))
        guard case .none = area.view else { throw Missing.none }
    }

    @Test(arguments: ["2", "a CAT"]) func findsAStickerByItsNumberOrItsDescription(name: String) throws {
        area.show(.stickers(StickerBrowser(size: .regular)), of: id, in: .compact)
        area.fillCell(1, with: try sticker("A cat"))
        guard case .sticker(2) = try area.tap(.typed(name)) else { throw Missing.sticker }
        let error = #expect(throws: MayflyError.self) { try area.tap("a dog") }
        #expect(error?.code == .unknownControl)
    }

    @Test func takesNoTapAndNoInputWhereNothingIsShown() {
        for act in [{ _ = try area.tap("1") }, { try area.setInput("a", to: "b", in: .expanded) }] {
            let error = #expect(throws: MayflyError.self) { try act() }
            #expect(error?.code == .notPossibleNow)
        }
        #expect(throws: MayflyError.self) { try area.sticker(1) }
    }

    @Test func aTapOfAButtonCarriesTheInputs() throws {
        let card = try Card(
            json: #"{"type":"AdaptiveCard","version":"1.5","body":[{"type":"Input.Text","id":"a"}],"#
                + #""actions":[{"type":"Action.Submit","title":"Go"}]}"#
        )
        area.show(.card(card, CardInputs(card)), of: id, in: .expanded)
        try area.setInput("a", to: "b", in: .expanded)
        guard case .submitted(let submission) = try area.tap("Go") else { throw Missing.submission }
        #expect(submission.inputs.map(\.value) == ["b"])
    }

    private enum Missing: Error { case browser, none, sticker, submission }
}

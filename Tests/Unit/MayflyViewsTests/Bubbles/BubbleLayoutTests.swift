import MayflyConformance
import MayflyModel
import Testing

@testable import MayflyViews

@Suite struct BubbleLayoutTests {
    private static let words = MentionText(literal: (1...60).map { "word\($0)" }.joined(separator: " "))

    private func layout(
        width: Double = 264,
        size: MediaFile.PixelSize? = MediaFile.PixelSize(width: 300, height: 200),
        _ set: (inout TemplateLayout) throws -> Void
    ) rethrows -> BubbleLayout {
        let rows = BubbleRows(try BubbleSamples.layout(set), name: BubbleSamples.name)
        return BubbleLayout(rows, mediaSize: size, width: width)
    }

    @Test(.proves("C-216"))
    func cutsSixPointsOffEachSideOfTheMedia() throws {
        let bubble = try layout { $0.image = try BubbleSamples.file() }
        #expect(bubble.media == Rectangle(x: 0, y: 0, width: 264, height: 184))
        #expect(bubble.picture == Rectangle(x: -6, y: 0, width: 276, height: 184))
        #expect(bubble.body == bubble.media)
        #expect(bubble.lines.isEmpty)
    }

    @Test func putsTheIconOverTheUpperLeftCorner() throws {
        for bubble in [
            try layout { $0.image = try BubbleSamples.file() }, layout { $0.caption = Self.words }, layout { _ in },
        ] {
            #expect(bubble.icon.x < 0 && bubble.icon.y < 0)
            #expect(bubble.icon.maxX > 0 && bubble.icon.maxY > 0)
        }
    }

    @Test(.proves("C-208"))
    func putsTheTitlesAtTheLowerLeftOfTheMedia() throws {
        let bubble = try layout {
            $0.image = try BubbleSamples.file()
            ($0.imageTitle, $0.imageSubtitle) = (MentionText(literal: "Title"), Self.words)
            $0.caption = MentionText(literal: "caption")
        }
        let (media, title, subtitle) = (try #require(bubble.media), bubble.lines[0], bubble.lines[1])
        #expect(bubble.lines.map(\.role) == [.imageTitle, .imageSubtitle, .caption])
        #expect(title.text == "Title")
        #expect(subtitle.text.hasSuffix("…"))
        #expect(title.frame.maxY == subtitle.frame.y)
        #expect(subtitle.frame.maxY < media.maxY)
        #expect(title.frame.y > media.height / 2)
        #expect(title.frame.x < 20 && !title.isTrailing)
    }

    @Test(.proves("C-209", "C-212", "C-213"))
    func putsTheCaptionsBelowTheMediaInTheirRows() throws {
        let bubble = try layout {
            $0.image = try BubbleSamples.file()
            ($0.caption, $0.trailingCaption, $0.subcaption, $0.trailingSubcaption) =
                (Self.words, Self.words, Self.words, MentionText(literal: "now"))
        }
        let area = try #require(bubble.captionArea)
        #expect(area.y == bubble.media?.maxY)
        #expect(area.maxY == bubble.body.maxY)
        for isTrailing in [false, true] {
            let captions = bubble.lines.filter { $0.role == .caption && $0.isTrailing == isTrailing }
            #expect(captions.count == 3)
            #expect(captions.map { $0.text.hasSuffix("…") } == [false, false, true])
        }
        let subcaptions = bubble.lines.filter { $0.role == .subcaption }
        #expect(subcaptions.map(\.isTrailing) == [false, true])
        #expect(subcaptions[0].text.hasSuffix("…") && subcaptions[1].text == "now")
        let lowest = bubble.lines.filter { $0.role == .caption }.map(\.frame.maxY).max() ?? 0
        #expect(subcaptions.allSatisfy { $0.frame.y == lowest })
        #expect(subcaptions.allSatisfy { $0.frame.maxY <= area.maxY })
        for line in bubble.lines where !line.isTrailing {
            let beside = bubble.lines.filter { $0.isTrailing && $0.frame.y == line.frame.y }
            #expect(beside.allSatisfy { $0.frame.x > line.frame.maxX })
        }
    }

    @Test(.proves("C-210", "C-226"))
    func hasACaptionAreaForAnyCaptionOnly() throws {
        #expect(try layout { $0.image = try BubbleSamples.file() }.captionArea == nil)
        #expect(layout { _ in }.captionArea == nil)
        // The subcaption is not drawn, but it creates the area.
        let area = layout { $0.subcaption = Self.words }
        #expect(area.captionArea != nil && area.lines.isEmpty)
    }

    @Test func keepsTheTextsClearOfTheIcon() {
        let bubble = layout { $0.caption = Self.words }
        #expect(bubble.lines.count == 3)
        #expect(bubble.lines.allSatisfy { $0.frame.x >= bubble.icon.maxX })
    }

    @Test(arguments: [
        (1, 1_000_000), (1_000_000, 1), (Int.max, 1), (1, Int.max), (0, 0), (-5, -5),
    ])
    func givesAnyMediaAUsableFrame(width: Int, height: Int) throws {
        let bubble = try layout(size: MediaFile.PixelSize(width: width, height: height)) {
            $0.image = try BubbleSamples.file()
        }
        let media = try #require(bubble.media)
        #expect((60...400).contains(media.height))
        #expect(media.width == 264)
    }

    @Test(arguments: [Double.nan, .infinity, -1, 0, 1e300])
    func takesAnyWidth(width: Double) throws {
        let bubble = try layout(width: width, size: nil) {
            $0.image = try BubbleSamples.file()
            ($0.caption, $0.trailingCaption, $0.subcaption) = (Self.words, Self.words, Self.words)
        }
        #expect((100...20_000).contains(bubble.body.height))
        #expect(bubble.lines.allSatisfy { $0.frame.width > 0 && $0.frame.maxX <= bubble.body.width })
    }

    @Test func placesStickersByTheirMiddle() {
        let bubble = Rectangle(x: 100, y: 50, width: 200, height: 100)
        let placement = StickerPlacement(on: ItemID(), x: 0.25, y: 0.5, scale: 0.5)
        let size = MediaFile.PixelSize(width: 300, height: 150)
        #expect(placement.frame(of: size, on: bubble) == Rectangle(x: 125, y: 87.5, width: 50, height: 25))
    }

    @Test(arguments: [0.0, 1, 45, 90, 359], [0.0, 0.5, 1])
    func aStickerOfAnySizeStaysAtItsBubble(rotation: Double, place: Double) {
        let bubble = Rectangle(x: 100, y: 50, width: 200, height: 38)
        for (width, height) in [(618, 618), (1, 10_000), (10_000, 1), (.max, -1), (30, 30)] {
            let placement = StickerPlacement(on: ItemID(), x: place, y: 1 - place, scale: 4, rotation: rotation)
            let frame = placement.frame(of: MediaFile.PixelSize(width: width, height: height), on: bubble)
            let diagonal = (frame.width * frame.width + frame.height * frame.height).squareRoot()
            let reach = (rotation == 0 ? frame.width : diagonal) / 2
            let middle = frame.x + frame.width / 2
            #expect(middle - reach >= 87.9 && middle + reach <= 312.1 && reach <= 50.1, "\(frame)")
            #expect(frame.y >= 37.9 && frame.maxY <= 100.1, "\(frame)")
        }
    }
}

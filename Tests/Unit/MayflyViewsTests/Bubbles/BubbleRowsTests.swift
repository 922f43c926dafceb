import MayflyConformance
import MayflyModel
import MayflyViews
import Testing

@Suite struct BubbleRowsTests {
    private func rows(_ set: (inout TemplateLayout) throws -> Void) rethrows -> BubbleRows {
        BubbleRows(try BubbleSamples.layout(set), name: BubbleSamples.name)
    }

    private let text = MentionText(literal: "text")

    @Test(.proves("C-210"))
    func hasNoCaptionAreaWithoutCaptions() throws {
        let none = try rows {
            $0.image = try BubbleSamples.file()
            $0.imageTitle = text
        }
        #expect(!none.hasCaptionArea)
        #expect(!BubbleRows(nil, name: BubbleSamples.name).hasCaptionArea)
        #expect(!rows { $0.caption = MentionText(literal: "") }.hasCaptionArea)
    }

    @Test(.proves("C-226"))
    func hasOneForAnyOfTheFour() {
        #expect(rows { $0.caption = text }.hasCaptionArea)
        #expect(rows { $0.subcaption = text }.hasCaptionArea)
        #expect(rows { $0.trailingCaption = text }.hasCaptionArea)
        #expect(rows { $0.trailingSubcaption = text }.hasCaptionArea)
    }

    @Test(.proves("C-213"))
    func hidesASubcaptionWithoutCaption() {
        let hidden = rows {
            $0.subcaption = text
            $0.trailingCaption = text
        }
        #expect(hidden.subcaption == nil)
        #expect(hidden.caption?.leading == nil)
        #expect(hidden.caption?.trailing == "text")
        let shown = rows {
            $0.subcaption = text
            $0.caption = text
        }
        #expect(shown.subcaption?.leading == "text")
    }

    @Test(.proves("C-214"))
    func ignoresTitlesWithoutMedia() throws {
        let without = rows {
            $0.imageTitle = text
            $0.imageSubtitle = text
        }
        #expect(without.imageTitle == nil && without.imageSubtitle == nil)
        let with = try rows {
            $0.media = try BubbleSamples.file("a.mp4", type: .mp4)
            $0.imageTitle = text
            $0.imageSubtitle = text
        }
        #expect(with.imageTitle == "text" && with.imageSubtitle == "text")
    }

    @Test(.proves("C-202"))
    func showsTheImageBeforeTheMediaFile() throws {
        let movie = try BubbleSamples.file("a.mp4", type: .mp4)
        let image = try BubbleSamples.file()
        #expect(rows { $0.media = movie }.media == movie)
        let both = rows {
            $0.media = movie
            $0.image = image
        }
        #expect(both.media == image)
    }

    @Test func namesPeopleAndMakesTextsSafe() {
        let rows = rows {
            $0.caption = MentionText(segments: [.literal("for\n"), .participant(BubbleSamples.bob)])
        }
        #expect(rows.caption?.leading == #"for\nBob"#)
    }
}

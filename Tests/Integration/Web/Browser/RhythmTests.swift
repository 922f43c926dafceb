import Foundation
import Testing

extension BrowserTests {
    /// Presses in one place, one after the other: what comes there between two of them has its time. The clock of the page stands still
    /// in these tests.
    @Suite struct Rhythms {
        private static let keyEnter = "\u{E007}"

        /// A card goes away under a row of presses, and words come into the field; one of the two is later than the other.
        /// Presses elsewhere between those in that place change nothing.
        @Test(arguments: [true, false], [true, false])
        func wordsBesideAMoveHaveTheirTime(isWordsFirst: Bool, isElsewhereToo: Bool) async throws {
            try await Browser.onPuppet { browser, _, folder in
                try folder.write("didPerformAction style 1")
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('.extension').dataset.style === 'expanded' && $('.rest').inert")
                try browser.passTime(60_000)
                // No press of the test, but a row of them is where Send will be.
                let act = "document.querySelector('.card-button').click()"
                try browser.pressPlace(of: ".send", asIf: "compact")
                if isElsewhereToo { try browser.pressPlace(of: ".card-button") }
                let steps = [
                    ("text not meant", "$('textarea').value === 'not meant'"),
                    ("style 0", "$('.extension').dataset.style === 'compact' && !$('.rest').inert"),
                ]
                for (line, isSeen) in isWordsFirst ? steps : steps.reversed() {
                    try folder.write("didPerformAction \(line)")
                    try browser.run(act)
                    try browser.wait(pane: 0, for: isSeen)
                    if !isWordsFirst { try browser.passTime(300) }
                }
                try browser.wait(pane: 0, for: "!$('.send').disabled")
                for _ in 0..<3 {
                    try browser.passTime(800)
                    try #require(try browser.sendsByPointer() == false)
                }
                try browser.passTime(2_100)
                #expect(try browser.sendsByPointer())
            }
        }

        /// A message is sent, and meanwhile its extension puts words into the field: another press in that place does not send them.
        @Test(arguments: ["the mouse", "Enter"]) func aSecondPressSendsNothingNew(by: String) async throws {
            let script = "didPerformAction message url=?a|caption=My move\ndidStartSending text not meant"
            try await Browser.onPuppet(script) { browser, _ in
                let sends = { () throws -> Bool in
                    try by == "Enter" ? browser.sends(by: Self.keyEnter) : browser.sendsByPointer()
                }
                try browser.runWithoutTime()
                try browser.wait(pane: 0, for: "$('.waiting') && !$('.send').disabled")
                if by == "Enter" { try browser.click("textarea") }
                try browser.scrollThroughField(pane: 0)
                try browser.passTime(60_000)
                #expect(try sends())
                try browser.wait(pane: 0, for: "$('textarea').value === 'not meant' && !$('.send').disabled")
                for pause in [800, 1_000, 1_900] {
                    try browser.passTime(pause)
                    try #require(try sends() == false)
                }
                try browser.passTime(2_100)
                #expect(try sends())
            }
        }

        /// Who writes one line after the other waits no longer.
        @Test(arguments: ["the mouse", "Enter"]) func ownWordsWaitForNothing(by: String) async throws {
            try await Browser.onDevices([]) { browser, _ in
                try browser.stopClock()
                for text in ["first", "second", "third"] {
                    try browser.click("textarea")
                    try browser.type(text, into: "textarea")
                    try browser.wait(pane: 0, for: "!$('.send').disabled")
                    try browser.passTime(510)
                    #expect(try by == "Enter" ? browser.sends(by: Self.keyEnter) : browser.sendsByPointer())
                    try browser.wait(pane: 0, for: "$('textarea').value === ''")
                }
            }
        }
    }
}

extension Browser {
    /// Presses Send on alice's device once, with a pointer: whether that sends.
    fileprivate func sendsByPointer() throws -> Bool {
        try pressPlace(of: ".send")
        return try sends()
    }
}

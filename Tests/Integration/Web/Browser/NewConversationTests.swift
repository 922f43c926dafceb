import Foundation
import Testing

extension BrowserTests {
    /// A new conversation is made on the page.
    @Suite struct NewConversations {
        /// What is wrong with a name is said by what the person wrote, and what they wrote stays.
        @Test func aWrongNameIsToldInWords() async throws {
            try await ServedPage.with { page, _ in
                let browser = try Browser(width: 700, height: 800)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                try browser.press("New conversation")
                try browser.wait(for: "document.querySelector('dialog #new-name') === document.activeElement")
                func name(_ text: String) throws {
                    try browser.run("document.querySelector('#new-name').value = arguments[0]", text)
                    try browser.press(keys: "\u{E007}")
                }
                let trouble = "document.querySelector('#new-trouble').innerText"
                try name("Trip: Rome")
                try browser.wait(
                    for: "\(trouble) === '“:” cannot stand in a name. Letters, digits, spaces, dots and dashes can.'"
                )
                #expect(try browser.run("return document.querySelector('#new-name').value") as? String == "Trip: Rome")
                #expect(try browser.run("return document.activeElement.id") as? String == "new-name")
                try browser.picture("new-conversation-name")
                try name(String(repeating: "a", count: 65))
                try browser.wait(for: "\(trouble) === 'This name has 65 characters. It can have 64.'")
                // Nobody was chosen.
                try name(" Trip to Rome ")
                try browser.wait(for: "\(trouble) === 'Choose somebody to talk with.'")
                try browser.run("document.querySelector('dialog [type=checkbox]').click()")
                try name("chat")
                try browser.wait(for: "\(trouble) === 'There is a conversation “chat” already.'")
                try name(" Trip to Rome ")
                try browser.wait(for: "document.querySelector('.chat h1')?.innerText === 'Trip to Rome'")
                #expect(try browser.errors() == [])
            }
        }
    }
}

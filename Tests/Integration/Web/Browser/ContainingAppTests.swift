import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// The app that an extension belongs to, in the drawer.
    @Suite struct ContainingApps {
        private static let address = "https://tally.example.org/start?from=mayfly"

        private static func bundle(in scratch: ScratchFolder) throws -> String {
            let path = scratch.at("Tally.mayfly")
            try FileManager.default.copyItem(atPath: Samples.tally, toPath: path)
            let file = URL(filePath: path + "/manifest.json")
            let read = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
            var members = try #require(read as? [String: Any])
            members["app"] = ["name": "Tally “Online”", "url": address]
            try JSONSerialization.data(withJSONObject: members).write(to: file)
            return path
        }

        @Test(.proves("C-014")) func theAppOfAnExtensionIsInTheDrawerAndOpensAfterAQuestion() async throws {
            let scratch = try ScratchFolder()
            let bundles = [try Self.bundle(in: scratch)]
            try await Browser.onDevices(bundles) { browser, page in
                try browser.press("Apps")
                try browser.wait(
                    pane: 0,
                    for: "[...$$('.containing-apps button')].map((one) => one.innerText).join() === given[0]",
                    "“Tally 'Online'”, the app of “Tally”…"
                )
                try browser.judge("the apps of extensions")
                try browser.wait(pane: 0, for: "$('.containing-apps button')")
                try browser.click(".containing-apps button")
                try browser.wait(
                    for: "document.querySelector('dialog .address')?.innerText === arguments[0]",
                    Self.address
                )
                #expect(try browser.otherTabs().isEmpty)
                // The press opens one tab, at that address.
                let open = "document.querySelector('dialog a.button')"
                try browser.wait(for: "\(open) && !\(open).hasAttribute('data-held')")
                try browser.run("\(open).click()")
                var tabs: [Browser.Tab] = []
                for _ in 0..<1_000 where tabs.isEmpty { tabs = try browser.otherTabs() }
                #expect(tabs.map(\.address) == [Self.address])
                try browser.close(tabs)
                try browser.wait(for: "!document.querySelector('dialog')")
            }
        }
    }
}

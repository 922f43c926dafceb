import Foundation
import MayflyTestSupport
import Testing

/// The page in a real browser, as people see it.
@Suite(
    .serialized,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver"), "chromium-driver is missing")
)
enum BrowserTests {}

extension Browser {
    /// Serves devices side by side, and opens their conversation on each of them.
    static func onDevices(
        _ bundles: [String],
        of devices: [String] = ["alice", "bob"],
        _ options: [String] = [],
        _ body: @Sendable (Browser, ServedPage) async throws -> Void
    ) async throws {
        let shown = ["--side-by-side", devices.joined(separator: ",")]
        try await ServedPage.with(bundles: bundles, devices: devices, shown) { page, _ in
            let browser = try Browser(options)
            try browser.open(page.address)
            for pane in devices.indices { try browser.click(".conversation", pane: pane) }
            for pane in devices.indices { try browser.wait(pane: pane, for: "$('.field')") }
            try await body(browser, page)
            let errors = try browser.errors()
            #expect(errors.isEmpty, "\(errors)")
        }
    }

    /// How many colours a picture of the page has, at 16 by 16 points of it: a blank one has one.
    func colours(_ selector: String, pane: Int) throws -> Int {
        let script = """
            const image = document.querySelectorAll('.pane')[arguments[1]].querySelector(arguments[0])
            if (!image.complete || !image.naturalWidth) return 0
            const canvas = document.createElement('canvas')
            canvas.width = canvas.height = 16
            const context = canvas.getContext('2d')
            context.drawImage(image, 0, 0, 16, 16)
            const { data } = context.getImageData(0, 0, 16, 16)
            return new Set(Array.from({ length: 256 }, (_, index) => data.slice(index * 4, index * 4 + 4).join())).size
            """
        return try run(script, selector, pane) as? Int ?? 0
    }

    /// Sends what is staged, when it has been there long enough to be seen.
    func send(pane: Int) throws {
        let rows = "document.querySelectorAll('.pane')[arguments[0]].querySelectorAll('.row').length"
        let before = try run("return \(rows)", pane) as? Int ?? 0
        // Send is refused for half a second after a change by the extension, and then says so.
        try wait(pane: pane, for: "($('.send').click(), $$('.row').length > given[0] || !$('.waiting'))", before)
    }

    /// Taps the newest message that has those words, on the device of that number.
    func tap(_ words: String, pane: Int) throws {
        let found = "$$('button.card-bubble').findLast((one) => one.innerText.includes(given[0]))"
        try wait(pane: pane, for: "(\(found).click(), true)", words)
    }
}

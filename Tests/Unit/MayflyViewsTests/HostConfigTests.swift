import Foundation
import MayflyTestSupport
import MayflyViews
import Testing

/// Both faces draw cards by one configuration.
@Suite struct HostConfigTests {
    @Test func thePageHasTheSizesOfTheHost() throws {
        let sheet = Checkout.folder.appending(path: "Sources/CMayflyPage/page/card.css")
        let css = try String(contentsOf: sheet, encoding: .utf8)
        #expect(
            css.contains(HostConfig.standard.styleSheet),
            "card.css needs this rule:\n\(HostConfig.standard.styleSheet)"
        )
    }
}

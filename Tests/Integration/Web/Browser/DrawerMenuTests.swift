import Foundation
import MayflyConformance
import Testing

extension BrowserTests {
    /// Which extensions come first in the drawer.
    @Suite struct DrawerMenus {
        private static let bundles = ["BurgerPoll", "IceCream", "Postcard", "Smileys", "Tally"].map {
            "\(Samples.folder)/\($0).mayfly"
        }

        /// Favourites come first, in the order that the person gives them, by pointer and by keys.
        @Test(.proves("C-016")) func favouritesComeFirstInThePersonsOrder() async throws {
            try await Browser.onDevices(Self.bundles) { browser, page in
                try browser.press("Apps")
                try browser.waitForTiles(["Burger Poll", "Ice Cream Builder", "Postcard", "Smileys", "Tally"])
                try browser.press("Place of Tally")
                try browser.wait(
                    pane: 0,
                    for: "document.activeElement.innerText === 'Favourite' && $('.tile-menu:popover-open')"
                )
                #expect(try browser.items() == ["Favourite"])
                try browser.judge("drawer-menu")
                try browser.wait(pane: 0, for: "$('.tile-menu:popover-open')")
                try browser.press("Favourite")
                try browser.waitForTiles([
                    "Favourite: Tally", "Burger Poll", "Ice Cream Builder", "Postcard", "Smileys",
                ])
                try browser.wait(
                    for: "document.getElementById('arrivals').textContent.endsWith('[Tally] is a favourite now')"
                )
                // By keys: the focus stays with what was moved.
                try browser.tab(to: "one.getAttribute('aria-label') === 'Place of Smileys'", pane: 0)
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 0, for: "document.activeElement.innerText === 'Favourite'")
                try browser.press(keys: "\u{E007}")
                try browser.waitForTiles([
                    "Favourite: Tally", "Favourite: Smileys", "Burger Poll", "Ice Cream Builder", "Postcard",
                ])
                try browser.wait(
                    pane: 0,
                    for: "document.activeElement.getAttribute('aria-label') === 'Place of Smileys'"
                )
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 0, for: "document.activeElement.innerText === 'Move left'")
                #expect(try browser.items() == ["Move left", "No favourite"])
                try browser.press(keys: "\u{E007}")
                try browser.waitForTiles([
                    "Favourite: Smileys", "Favourite: Tally", "Burger Poll", "Ice Cream Builder", "Postcard",
                ])
                #expect(try Self.favourites(page) == ["org.mayfly.smileys", "org.mayfly.tally"])
                try browser.judge("drawer-favourites")
                // The arrows go through the menu, and Escape closes it, but not the drawer.
                try browser.wait(pane: 0, for: "$('.tile')")
                try browser.tab(to: "one.getAttribute('aria-label') === 'Place of Smileys'", pane: 0)
                try browser.press(keys: "\u{E007}")
                try browser.wait(pane: 0, for: "document.activeElement.innerText === 'Move right'")
                try browser.press(keys: "\u{E015}")
                #expect(try browser.run("return document.activeElement.innerText") as? String == "No favourite")
                try browser.press(keys: "\u{E00C}")
                try browser.wait(
                    pane: 0,
                    for:
                        "!$('.tile-menu:popover-open') && document.activeElement.getAttribute('aria-label') === 'Place of Smileys' && $('.extension').dataset.state === 'drawer'"
                )
                try browser.press("Place of Smileys")
                try browser.press("Move right")
                try browser.waitForTiles([
                    "Favourite: Tally", "Favourite: Smileys", "Burger Poll", "Ice Cream Builder", "Postcard",
                ])
                try browser.press("Place of Tally")
                try browser.press("No favourite")
                try browser.waitForTiles([
                    "Favourite: Smileys", "Burger Poll", "Ice Cream Builder", "Postcard", "Tally",
                ])
                #expect(try Self.favourites(page) == ["org.mayfly.smileys"])
                // They are those of the device: bob has none.
                try browser.press("Apps", pane: 1)
                try browser.wait(pane: 1, for: "$$('.tile').length === 5 && !$('.favourite')")
            }
        }

        /// What was used last comes after the favourites, before the others.
        @Test func whatWasUsedLastFollows() async throws {
            try await Browser.onDevices(Self.bundles) { browser, _ in
                try browser.press("Apps")
                for (name, shown) in [("Tally", ".card"), ("Smileys", ".stickers")] {
                    try browser.wait(pane: 0, for: "$('.tile')")
                    try browser.press(name)
                    try browser.wait(pane: 0, for: "$('.extension[data-state=view] \(shown)')")
                    try browser.press("Apps")
                }
                try browser.waitForTiles(["Smileys", "Tally", "Burger Poll", "Ice Cream Builder", "Postcard"])
                try browser.press("Place of Ice Cream Builder")
                try browser.press("Favourite")
                try browser.waitForTiles([
                    "Favourite: Ice Cream Builder", "Smileys", "Tally", "Burger Poll", "Postcard",
                ])
            }
        }

        private static func favourites(_ page: ServedPage) throws -> [String] {
            let all =
                try PageClient(page).call("extensions.drawer", ["device": "alice"])["extensions"] as? [[String: Any]]
            let places = (all ?? []).compactMap { one -> (Int, String)? in
                guard let place = one["favourite"] as? Int, let id = one["id"] as? String else { return nil }
                return (place, id)
            }
            return places.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension Browser {
    /// Waits until the drawer of the first device has these, in this order.
    fileprivate func waitForTiles(_ names: [String]) throws {
        try wait(
            pane: 0,
            for: "$$('.tile').map((one) => one.textContent).join() === given[0]",
            names.joined(separator: ",")
        )
    }

    /// What the menu that is open offers.
    fileprivate func items() throws -> [String]? {
        try value(pane: 0, of: "[...$('.tile-menu:popover-open').children].map((one) => one.innerText)") as? [String]
    }
}

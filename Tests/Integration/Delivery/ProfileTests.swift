import Foundation
import MayflyBundles
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import MayflyViews
import Testing

/// What a device can do with the messages that it shows.
@Suite struct ProfileTests {
    private func openings(_ trace: Trace) -> [String] {
        trace.events.compactMap { if case .openURL(let url) = $0 { url } else { nil } }
    }

    @Test(.proves("C-012", "C-251"), arguments: ["dan", "wil", "leo"])
    func onlyAFullDeviceOpensExtensions(device: String) async throws {
        try await MixedGroup.with { test in
            let trace = Trace()
            try await test.window(as: device, trace: trace) { window in
                let bundle = try test.bundle(MixedGroup.id)
                let error = await #expect(throws: MayflyError.self) { try await window.open(bundle) }
                #expect(error?.code == .notPossibleNow)
                #expect(error?.message.contains("only full devices run extensions") == true)
                #expect(await window.openExtension == nil)
            }
            #expect(trace.lifecycle == [])
        }
    }

    @Test(.proves("C-253"))
    func aDesktopOpensWebAddressesOnly() async throws {
        try await MixedGroup.with { test in
            try await test.post("web")
            let trace = Trace()
            try await test.window(as: "dan", trace: trace) { window in
                try await window.tapBubble(1)
                #expect(openings(trace) == ["https://example.org/poll?x=%C3%BC&y"])
                for button in ["picture", "data"] {
                    try await test.post(button)
                    try await window.settle()
                    let last = await window.transcript.count
                    let error = await #expect(throws: MayflyError.self) { try await window.tapBubble(last) }
                    #expect(error?.message.contains("neither http nor https") == true)
                }
            }
            #expect(openings(trace).count == 1)
            #expect(trace.lifecycle == [])
        }
    }

    @Test func aWatchOnlyShows() async throws {
        try await MixedGroup.with { test in
            try await test.post("web")
            let trace = Trace()
            try await test.window(as: "wil", trace: trace) { window in
                let error = await #expect(throws: MayflyError.self) { try await window.tapBubble(1) }
                let reason = "'wil' has no full device to continue on"
                #expect(
                    error?.message == "entry 1 does nothing: a watch device only displays messages, and \(reason)"
                )
            }
            #expect(openings(trace) == [] && trace.lifecycle == [])
        }
    }

    @Test func aFullDeviceWithoutTheExtensionDrawsTheTemplateAndOpensTheAddress() async throws {
        try await MixedGroup.with { test in
            try await test.post("web")
            // The same home without the bundle: the extension is not installed here any more.
            let empty = SearchPath(home: test.home, environment: [:], executableFolder: nil, currentFolder: test.home)
            let host = try ExtensionHost(home: HomeFolder(path: test.home), searchPath: empty, policy: .immediate)
            let trace = Trace()
            try await host.withWindow(on: "chat", as: "fay", observer: trace.record) { window in
                let item = try #require(await window.transcript.entries.first?.item)
                let lines = BubbleText(item, name: window.name(of:), lacks: { _ in true }).lines
                #expect(
                    lines.prefix(4) == [
                        "[post] Title", "Subtitle", "a <caption> & more | trailing", "subcaption | end",
                    ]
                )
                #expect(lines.last == "from post")
                try await window.tapBubble(1)
            }
            #expect(openings(trace) == ["https://example.org/poll?x=%C3%BC&y"])
            #expect(trace.lifecycle == [])

            try await test.post("picture")
            try await host.withWindow(on: "chat", as: "fay") { window in
                let error = await #expect(throws: MayflyError.self) { try await window.tapBubble(2) }
                #expect(error?.code == .unknownExtension)
                #expect(error?.message.contains("neither http nor https") == true)
            }
        }
    }

    @Test func aFullDeviceWithTheExtensionLaunchesItInstead() async throws {
        try await MixedGroup.with { test in
            try await test.post("web")
            let trace = Trace()
            try await test.window(as: "fay", trace: trace) { window in
                try await window.tapBubble(1)
                #expect(await window.openExtension?.id.rawValue == MixedGroup.id)
            }
            #expect(openings(trace) == [])
            #expect(trace.lifecycle.first == "spawned")
        }
    }
}

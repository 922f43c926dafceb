import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

/// What an extension asks for and its manifest does not declare is refused, and a session as text and the receipt tell the author what to
/// add to the manifest.
@Suite struct UndeclaredTests {
    /// A plugin that asks for what its manifest does not declare.
    enum Asker: CaseIterable {
        case host, camera

        /// The permission that is missing; the manifest asks for one that is like it.
        var missing: String { self == .host ? "network:state.example.com" : "camera" }
        var function: String { self == .host ? "fetch" : "takePicture" }
        var name: String { self == .host ? "fetcher" : "services" }
        var id: String { "test.mayfly.\(name)" }

        var script: String {
            self == .host
                ? "style expanded\ninput url https://state.example.com/a\ntap fetch\n" : "tap camera\n"
        }

        /// With another permission in the manifest.
        func bundle(adding permissions: [String] = []) throws -> String {
            switch self {
            case .host: try FetchingPlugin.bundle(["api.example.com"] + permissions.map { String($0.dropFirst(8)) })
            case .camera: try ServicesPlugin.bundle(asking: ["photos"] + permissions)
            }
        }

        /// What the plugin logs of the answer with this code.
        func answered(_ code: Int) -> String { self == .host ? "fetch \(code) status=0" : "camera \(code) file=0" }
    }

    /// Plays the script and gives what is printed as one line for each note and each other line, without the margin of wrapped lines.
    private static func launch(_ asker: Asker, _ bundle: String, _ read: (String, [String]) throws -> Void) async throws
    {
        let (printed, log) = try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            let arguments = ["launch", asker.id, "--conversation", "chat", "--script", "-"]
            let outcome = try await tool.run(all: arguments, script: asker.script)
            try #require(outcome.status == 0, "\(outcome.errors)")
            #expect(try await tool.run("permissions", "list").output == "")
            return (outcome.output, try await tool.run("log", asker.id).lines)
        }
        try read(printed.replacing("\n│ \(asker.name), ", with: "\n").replacing("\n│ ", with: " "), log)
    }

    @Test(.proves("C-273"), arguments: Asker.allCases)
    func theAuthorIsToldWhatTheManifestLacks(asker: Asker) async throws {
        let told = "error: \(asker.function) is refused: \(asker.function): 'permissions' in the manifest lacks "
        let bundle = try asker.bundle()
        #expect(try !String(contentsOfFile: bundle + "/manifest.json", encoding: .utf8).contains(asker.missing))
        var lacking: [String] = []
        try await Self.launch(asker, bundle) { printed, log in
            let notes = printed.split(separator: "\n").filter { $0.hasPrefix(told) }
            try #require(notes.count == 1, "\(printed)")
            #expect(notes[0].hasPrefix(told + "'\(asker.missing)' (error 1013)"), "\(notes)")
            #expect(log.contains("  " + told + "'\(asker.missing)' (error 1013)"), "\(log)")
            #expect(printed.contains(asker.answered(1013)), "\(printed)")
            lacking = notes[0].dropFirst(told.count).split(separator: "'").prefix(1).map(String.init)
        }
        // What it names is what mends it: now the person is asked, and for the camera the machine has none.
        try await Self.launch(asker, try asker.bundle(adding: lacking)) { printed, log in
            let isAsked = printed.contains("may it exchange data with state.example.com?")
            #expect(asker == .host ? isAsked : printed.contains("camera 1016 file=0"), "\(printed)")
            #expect(!printed.contains("1013") && !log.contains { $0.contains("1013") }, "\(printed) \(log)")
        }
    }

    /// The name of a host may be longer than the line that tells it.
    @Test func theCodeIsToldBesideALongName() async throws {
        let label = String(repeating: "a", count: 60)
        let host = Array(repeating: label, count: 4).joined(separator: ".")
        try await Tool.with(bundles: [try Asker.host.bundle()]) { tool in
            try await tool.setUp()
            let script = "style expanded\ninput url https://\(host)/\ntap fetch\n"
            let outcome = try await FetchingPlugin.launch(tool, script)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let log = try await tool.run("log", FetchingPlugin.id).lines
            let note = try #require(log.first { $0.contains("is refused") }, "\(log)")
            #expect(note.contains("'permissions' in the manifest lacks 'network:\(label).\(label)"), "\(note)")
            #expect(note.hasSuffix("… (error 1013)"), "\(note)")
        }
    }
}

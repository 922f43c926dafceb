import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

/// A client has the person take and choose pictures for extensions.
@Suite struct HostProvidedPictureTests {
    /// A client with a window in which the extension is open.
    private struct Asked {
        let client: HostClient
        let window: String
        let tool: Tool

        @discardableResult func act(_ name: String, _ parameters: HostClient.Object = [:]) throws -> HostClient.Object {
            try client.call("window.\(name)", ["window": window].merging(parameters) { $1 })
        }

        /// Presses a button of the extension.
        func tap(_ button: String) throws { try act("tap", ["control": button, "by": "id"]) }

        /// Presses it for the first time, and grants what it needs. Gives the number of the request.
        func ask(_ button: String) throws -> Int {
            try tap(button)
            let question = try #require(try client.look(at: window)["question"] as? HostClient.Object)
            try act("answer", ["question": question["question"] ?? 0, "answer": "always"])
            return try request()
        }

        /// The number of the request that the window shows.
        func request() throws -> Int {
            let request = try #require(try client.look(at: window)["picture_request"] as? HostClient.Object)
            return try #require(request["request"] as? Int)
        }

        /// Whether the window shows a request.
        func isAsked() throws -> Bool { try client.look(at: window)["picture_request"] != nil }

        /// What the extension was answered last, when it has said so many lines.
        func answer(_ count: Int) throws -> String {
            var found: [String] = []
            try client.event(of: window) { event in
                let line = event["line"] as? String ?? ""
                if event["event"] as? String == "log", line.contains(/^(photo|camera) -?\d+ file=/) {
                    found.append(line)
                }
                return found.count == count
            }
            return found[count - 1]
        }

        /// What a request that fails is refused with.
        func refusal(_ name: String, _ parameters: HostClient.Object) -> HostClient.Failure? {
            #expect(throws: HostClient.Failure.self) { try act(name, parameters) }
        }
    }

    private static let picture = "\(Samples.tally)/icon.png"

    private static func with(
        _ capabilities: [String] = ["questions", "camera", "photos"],
        _ body: @Sendable (Asked) async throws -> Void
    ) async throws {
        try await Tool.with(bundles: [try ServicesPlugin.bundle()]) { tool in
            let client = try HostClient.inChat(tool, wanting: capabilities)
            let asked = Asked(client: client, window: try client.openWindow(), tool: tool)
            try asked.act("openExtension", ["extension": ServicesPlugin.id])
            try await body(asked)
        }
    }

    @Test(.proves("C-011"), arguments: ["camera", "photo"])
    func aPictureOfTheClientIsMadeAnewForTheExtension(button: String) async throws {
        try await Self.with { asked in
            let request = try asked.ask(button)
            let event = try asked.client.event(of: asked.window) { $0["event"] as? String == "pictureRequest" }
            #expect(event["request"] as? Int == request && event["name"] as? String == "services")
            #expect(event["extension"] as? String == ServicesPlugin.id)
            #expect(event["permission"] as? String == (button == "photo" ? "photos" : "camera"))
            try asked.act("providePicture", ["request": request, "path": Self.picture])
            // The act waits until the extension has it.
            let made = try ServicesPlugin.pictures(in: asked.tool.home)
            let given = try Data(contentsOf: URL(filePath: Self.picture))
            #expect(made.count == 1 && made.first != given)
            #expect(made.first?.starts(with: [0x89, 0x50]) == true || made.first?.starts(with: [0xFF, 0xD8]) == true)
            #expect(try asked.answer(1).hasPrefix("\(button) 0 file=1 size=some first="))
            #expect(try !asked.isAsked())
            try asked.client.event(of: asked.window) {
                $0["event"] as? String == "pictureRequestOver" && $0["request"] as? Int == request
            }
        }
    }

    @Test func anAnswerCountsOnce() async throws {
        try await Self.with { asked in
            let request = try asked.ask("photo")
            try asked.act("refusePicture", ["request": request, "reason": "cancelled"])
            #expect(try asked.answer(1) == "photo 0 file=0 size=none first=0000")
            let given = asked.refusal("providePicture", ["request": request, "path": Self.picture])
            #expect(
                given?.name == "notAsShown"
                    && given?.message.contains("request \(request) for a picture is over") == true
            )
            #expect(asked.refusal("refusePicture", ["request": request, "reason": "cancelled"])?.name == "notAsShown")
            try asked.tap("photo")
            let next = try asked.request()
            #expect(next == request + 1)
            #expect(asked.refusal("providePicture", ["request": request, "path": Self.picture])?.name == "notAsShown")
            try asked.act("refusePicture", ["request": next, "reason": "unavailable"])
            #expect(try asked.answer(2) == "photo 1016 file=0 size=none first=0000")
            #expect(try ServicesPlugin.pictures(in: asked.tool.home).isEmpty)
        }
    }

    @Test func aFileThatIsNoPictureOrTooLargeIsRefusedAndTheRequestGoesOn() async throws {
        try await Self.with { asked in
            let folder = try ScratchFolder()
            try folder.write("no picture", to: "notes.png")
            let large = URL(filePath: folder.at("large.gif"))
            try Data(try SampleFiles.padded("moving.gif", to: 16 * 1_024 * 1_024 + 1)).write(to: large)
            let request = try asked.ask("photo")
            let wrong: [(path: String, name: String, part: String)] = [
                (folder.at("notes.png"), "invalidInput", "where a PNG, GIF or JPEG file is needed"),
                (large.path, "files", "over the limit of 16,777,216"), (folder.at("none.png"), "files", "is not given"),
                ("icon.png", "", "must be absolute"),
            ]
            for (path, name, part) in wrong {
                let failure = asked.refusal("providePicture", ["request": request, "path": path])
                #expect(failure?.message.contains(part) == true, "\(String(describing: failure))")
                if !name.isEmpty { #expect(failure?.name == name) }
                #expect(try asked.request() == request)
            }
            try asked.act("providePicture", ["request": request, "path": Self.picture])
            #expect(try asked.answer(1).hasPrefix("photo 0 file=1"))
        }
    }

    @Test(arguments: [["questions"], ["questions", "camera"]])
    func whatAClientDoesNotProvideIsUnavailableAndNobodyIsAsked(capabilities: [String]) async throws {
        try await Self.with(capabilities) { asked in
            try asked.tap("photo")
            #expect(try asked.answer(1) == "photo 1016 file=0 size=none first=0000")
            let look = try asked.client.look(at: asked.window)
            #expect(look["picture_request"] == nil && look["question"] == nil)
        }
    }

    @Test func aRequestEndsWithItsExtension() async throws {
        try await Self.with { asked in
            let request = try asked.ask("camera")
            try asked.act("closeExtension")
            try asked.client.event(of: asked.window) { $0["event"] as? String == "pictureRequestOver" }
            #expect(asked.refusal("providePicture", ["request": request, "path": Self.picture])?.name == "notAsShown")
            #expect(try ServicesPlugin.pictures(in: asked.tool.home).isEmpty)
        }
    }

    /// The request would wait for ten minutes.
    @Test func aClientThatGoesAwayHoldsUpNothing() async throws {
        try await Self.with { asked in
            _ = try asked.ask("camera")
            try asked.client.closeInput()
            #expect(try asked.client.finish() == 0)
        }
    }
}

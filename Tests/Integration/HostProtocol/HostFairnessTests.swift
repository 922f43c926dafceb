import Foundation
import MayflyBench
import Testing

/// What one client asks for does not hold up another one.
@Suite struct HostFairnessTests {
    /// So many windows of one client do something at once.
    private static let windows = 64

    /// Each act of the one client looks for an extension that is not there, in folders of many bundles.
    @Test func actsThatReadFoldersHoldUpNobody() async throws {
        try await HostSocketTests.with { path, _, tool in
            let manifest = try Self.largeManifest()
            let folder = tool.home + "/extensions/b"
            let answered = try Self.answersBeforeThoseOfAnother(at: path) {
                for number in 1...10 {
                    let folder = folder + "\(number).mayfly"
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                    try manifest.write(to: URL(filePath: folder + "/manifest.json"))
                }
            } act: { window in
                ("window.openExtension", ["window": window, "extension": "org.example.missing"])
            }
            #expect(answered < Self.windows / 2)
        }
    }

    /// All windows of the one client show the field that each of its acts changes.
    @Test func actsInManyWindowsOfOneFieldHoldUpNobody() async throws {
        try await HostSocketTests.with { path, _, _ in
            let answered = try Self.answersBeforeThoseOfAnother(at: path) { window in
                ("window.type", ["window": window, "text": "hello"])
            }
            #expect(answered < Self.windows / 2)
        }
    }

    /// In as many windows as there are threads, a person taps on a card whose form could be compared with its value for hours.
    @Test(.timeLimit(.minutes(5))) func tapsOnCardsOfHardFormsHoldUpNobody() async throws {
        let form = "[" + String(repeating: "b", count: 980) + "a]{900}Z"
        let card = CardPlugin.card(
            #"{"type":"Input.Text","id":"a","regex":"\#(form)","value":"\#(String(repeating: "a", count: 200_000))"}"#,
            actions: #"{"type":"Action.Submit","id":"go","title":"Go"}"#
        )
        try await HostSocketTests.with(bundles: [try CardPlugin.showing(card)]) { path, _, _ in
            let (many, other) = (try HostSocketTests.connected(to: path), try HostSocketTests.connected(to: path))
            for client in [many, other] { try client.sayHello() }
            let windows = try ["alice", "bob"].map { device in
                let window = try many.openWindow(as: device)
                try many.call("window.openExtension", ["window": window, "extension": CardPlugin.id])
                return window
            }
            for window in windows { _ = try many.request("window.tap", ["window": window, "control": "go"]) }
            try other.call("conversations.list")
            for _ in windows {
                let failure = HostClient.failure(try many.nextAnswer())
                #expect(failure?.name == "invalidInput")
                #expect(failure?.message.contains("takes more than 2000000 steps") == true, "\(failure?.message ?? "")")
            }
        }
    }

    /// One client acts in many windows at once; gives how many of its acts were answered before another client was, who asked last.
    ///
    /// - Parameter prepare: is called when all windows are open.
    private static func answersBeforeThoseOfAnother(
        at path: String,
        prepare: () throws -> Void = {},
        act: (_ window: String) -> (method: String, parameters: HostClient.Object)
    ) throws -> Int {
        let (many, other) = (try HostSocketTests.connected(to: path), try HostSocketTests.connected(to: path))
        for client in [many, other] { try client.sayHello() }
        try other.call("conversations.create", ["name": "elsewhere", "devices": ["alice", "bob"]])
        let single = try #require(
            try other.call("window.open", ["conversation": "elsewhere"])["window"] as? String
        )
        let requests = try (0..<windows).map { _ in act(try many.openWindow()) }
        try prepare()
        for request in requests { _ = try many.request(request.method, request.parameters) }
        try other.call("window.look", ["window": single])
        try other.call("window.look", ["window": single, "now": true])
        let answered = many.waitingAnswers()
        for _ in answered..<windows { _ = try many.nextAnswer() }
        return answered
    }

    /// As large as a manifest may be, with many small values.
    private static func largeManifest() throws -> Data {
        let values = Array(repeating: 0, count: 30_000)
        return try JSONSerialization.data(withJSONObject: ["mayfly": values])
    }
}

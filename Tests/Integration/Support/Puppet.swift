import Foundation
import MayflyABI
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// The puppet plugin: it reports all that it is told, and does what a test writes into its private folder.
enum Puppet {
    static let id = "test.mayfly.puppet"
    /// The same library under another id: another extension.
    static let otherID = "test.mayfly.puppet-two"
    private static let paths = Result {
        try [id, otherID].map { try PluginWorkshop.bundle("puppet", id: $0, options: ["-pthread"]) }
    }

    static var bundles: [String] { get throws { try paths.get() } }

    /// The folders of the bundles, as a search path.
    static var folders: String {
        get throws { try bundles.map { URL(filePath: $0).deletingLastPathComponent().path }.joined(separator: ":") }
    }

    /// The private folder of an extension on alice's device, in a home folder that another program uses.
    static func privateFolder(of id: String = id, in home: String) throws -> String {
        let host = try ExtensionHost(home: HomeFolder(path: home))
        let alice = try #require(try host.devices().first { $0.name == "alice" })
        return try host.folders(of: try #require(ExtensionID(rawValue: id)), on: alice.id).privateFolder
    }

    static func with<Value: Sendable>(
        devices: [String] = ["alice", "bob"],
        policy: Policy = .immediate,
        clock: any HostClock = SystemClock(),
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        try await TestHost.with(bundles: try bundles, devices: devices, policy: policy, clock: clock, body)
    }
}

extension TestHost {
    /// The private folder of a puppet, made if it is not there.
    func privateFolder(of device: String, _ id: String = Puppet.id) throws -> String {
        let record = try #require(try host.devices().first { $0.name == device })
        let extensionID = try #require(ExtensionID(rawValue: id))
        return try host.folders(of: extensionID, on: record.id).privateFolder
    }

    /// The folder of the files that a puppet may read.
    func receivedFolder(of device: String, _ id: String = Puppet.id) throws -> String {
        let record = try #require(try host.devices().first { $0.name == device })
        let extensionID = try #require(ExtensionID(rawValue: id))
        return try host.folders(of: extensionID, on: record.id).received
    }

    /// Tells a puppet what to do from now on: a callback, a command and its argument in each line.
    func script(_ lines: [String], as device: String, _ id: String = Puppet.id) throws {
        let text = lines.joined(separator: "\n")
        try Data(text.utf8).write(to: URL(filePath: try privateFolder(of: device, id) + "/script"))
    }

    /// Has the puppet that is open in a window carry out these commands.
    func play(_ commands: String..., in window: ConversationWindow, _ id: String = Puppet.id) async throws {
        try script(commands.map { "didPerformAction \($0)" }, as: window.device.name, id)
        try await window.tapToTheEnd("run")
        try script([], as: window.device.name, id)
    }

    /// Opens a puppet where two others linger, if the policy lets them.
    func openBesideTwoThatLinger(in window: ConversationWindow) async throws {
        for id in [Puppet.id, Puppet.otherID] {
            try await window.open(bundle(id))
            try await window.closeExtension()
        }
        try await window.open(bundle(Puppet.id))
    }

    /// Opens a puppet on a device, has it carry out the commands, presses Send and closes the window.
    func send(_ commands: String..., from device: String, _ id: String = Puppet.id) async throws {
        try await window(as: device) { window in
            try await window.open(bundle(id))
            try script(commands.map { "didPerformAction \($0)" }, as: device, id)
            try await window.tap("run")
            try script([], as: device, id)
            try await window.send()
        }
    }

    /// The rows that a device shows of the conversation.
    func entries(of device: String) throws -> [TranscriptEntry] {
        try host.look(at: conversation, as: device).transcript.entries
    }

    /// What a device shows of the conversation, a short line a row: `* caption` or `- summary`.
    func rows(of device: String) throws -> [String] {
        try entries(of: device).map { entry in
            switch entry {
            case .bubble(let bubble): "* \(bubble.item.brief)"
            case .summary(let line): "- \(line.text.display { _ in "?" })"
            }
        }
    }

    /// The messages that a device shows as bubbles.
    func messages(of device: String) throws -> [InteractiveMessage] {
        try entries(of: device).compactMap { $0.item?.message }
    }
}

extension Item {
    /// The caption, the text or the name, for comparisons.
    var brief: String {
        switch content {
        case .interactive(let message): message.layout?.caption?.display { _ in "?" } ?? message.url ?? ""
        case .sticker(let sticker): "sticker \(sticker.description)"
        case .attachment(let attachment): "file \(attachment.name)"
        case .text(let text): text
        }
    }
}

extension TestHost {
    /// Puts a good picture, 600 x 600 pixels, into a puppet's private folder.
    func givePicture(_ name: String = "good.png", to device: String, _ id: String = Puppet.id) throws {
        try FileManager.default.copyItem(
            atPath: Samples.folder + "/IceCream.mayfly/Resources/cup-none-none.png",
            toPath: try privateFolder(of: device, id) + "/" + name
        )
    }
}

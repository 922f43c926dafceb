import Foundation
import MayflyABI
import MayflyHeaders
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// The plugins of the museum, which every later host must run.
@Suite struct FrozenPluginTests {
    /// All that a plugin does, and all that it is told.
    @Test(
        .enabled(
            if: FrozenPlugin.isForThisMachine,
            "warning: the frozen plugins are for x86-64, so this machine does not prove that they still run"
        ),
        arguments: FrozenPlugin.all
    )
    func everythingOfItsVersionIsCalledAndAnswered(plugin: FrozenPlugin) async throws {
        let picture = try Data(contentsOf: URL(filePath: "\(Samples.iceCream)/Resources/cup-none-none.png"))
        let server = try LoopbackServer()
        let provider = TestProvider(.picture(Array(picture)))
        let play = FrozenPlay(plugin: plugin, provider: provider, server: server.url("/echo"))
        try await plugin.with(providers: provider.everywhere) { try await play.run($0) }
        _ = try server.stop()
        let seen = Seen(play.trace)
        let frozen = try plugin.interface()

        for name in frozen.callbacks {
            let row = try #require(
                Table.callbacks.first { $0.cName == name },
                "the table has no callback \(name) any more"
            )
            #expect(seen.callbacks.contains(row.name), "the host did not call \(name)")
            #expect(seen.told.contains(name), "the plugin was not told \(name)")
        }
        for function in frozen.hostFunctions {
            let row = try #require(
                Table.interfaces.first { $0.cName == function.table }?.functions.first { $0.cName == function.name },
                "the table has no \(function.table).\(function.name) any more"
            )
            if row.implementer.isRemote, row !== Table.logRow {
                #expect(seen.calls.contains(row.name), "the plugin did not call \(function.name)")
            }
            if row.completion != nil || row.implementer.isWorker {
                #expect(seen.answered.contains(function.name), "the plugin was not answered \(function.name)")
            }
        }
        #expect(seen.refused == ["sendMessage", "sendSticker", "sendText", "sendAttachment", "readSession"])
        for line in Self.lines(plugin) { #expect(play.trace.said.contains(line), "the plugin did not say: \(line)") }
    }

    /// What the plugin says of values that came over the border.
    private static func lines(_ plugin: FrozenPlugin) -> [String] {
        let url = "?from=\(plugin.language)"
        return [
            "told did_become_active 1", "told did_perform_action insert_text", "told will_select \(url)",
            "told did_select \(url)", "told did_receive \(url)", "told did_start_sending \(url)",
            "told did_cancel_sending \(url)", "told will_transition 1", "told did_transition 1",
            "told did_transition 0", "told did_swipe 0", "told sticker_at 0", "told sticker_at 1",
            "answered insert_message 0", "answered insert_sticker 0", "answered insert_text 0",
            "answered insert_attachment 0", "answered send_message 1000", "answered send_attachment 1000",
            "answered make_session 0 session", "answered private_folder 0 folder",
            "answered read_session 0 1 \(url) 0", "answered get_state 0 0 none", "answered put_state 0 1 none",
            "answered get_state 0 1 chess", "answered fetch 0 200 second body", "answered choose_photo 0 file",
            "answered take_picture 0 file", "answered list_products 0 theme/Dark/199/EUR",
            "answered owned_products 0 theme/Dark/199/EUR", "answered buy_product 0 1 signed",
            "answered request_payment 0 1 signed", "answered read_settings 0 sound=false",
            "answered read_settings 0 sound=true", "answered extend 0",
        ]
    }

    /// Nobody has built them anew.
    @Test func theyAreAsTheyWereFrozen() throws {
        #expect(FrozenPlugin.folders.first?.lastPathComponent == "abi-1.0")
        for folder in FrozenPlugin.folders {
            let page = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".so") }
            let plugins = FrozenPlugin.all.filter { $0.folder == folder }
            #expect(Set(plugins.map(\.library.lastPathComponent)).isSubset(of: files))
            for file in files {
                let sum = try run("sha256sum", [folder.appending(path: file).path]).prefix(64)
                let (isNamed, isTheSame) = (page.contains("`\(file)`"), page.contains("`\(sum)`"))
                #expect(isNamed, "README.md of \(folder.lastPathComponent) does not name \(file)")
                #expect(isTheSame, "\(file) is not the file of which README.md has the digest")
            }
        }
    }

    /// The golden file says what belongs to the version, so that no function can be forgotten: those that are in the table and not
    /// in it belong to a later version, with plugins of its own.
    @Test func everyRowOfTheTableIsInAGoldenFile() throws {
        let pinned = try InterfaceSource.goldenFiles().map { try InterfaceSource.read(golden: $0) }
        let names = Set(
            pinned.flatMap { $0.structs.flatMap { table in table.fields.map { "\(table.name).\($0.name)" } } }
        )
        for interface in Table.interfaces {
            for function in interface.functions {
                let path = "\(interface.cName).\(function.cName)"
                let isPinned = names.contains(path)
                #expect(isPinned, "no frozen plugin can use \(path) before `make pin` has added it")
            }
        }
    }
}

/// What a trace shows of a plugin.
private struct Seen {
    let callbacks: Set<String>
    let calls: Set<String>
    /// The calls that came with an error, in the order of their first refusals.
    let refused: Set<String>
    let told: Set<String>
    let answered: Set<String>

    init(_ trace: Trace) {
        var (callbacks, calls, refused): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for event in trace.events {
            switch event {
            case .callback(_, let name, _): callbacks.insert(name)
            case .call(_, let name, _, let error):
                calls.insert(name)
                if error != nil { refused.insert(name) }
            default: break
            }
        }
        (self.callbacks, self.calls, self.refused) = (callbacks, calls, refused)
        let words = trace.said.map { $0.split(separator: " ") }.filter { $0.count > 1 }
        told = Set(words.filter { $0[0] == "told" }.map { String($0[1]) })
        answered = Set(words.filter { $0[0] == "answered" }.map { String($0[1]) })
    }
}

extension HeaderInterface {
    /// The names of the callbacks, by the tables of which no function takes the host.
    fileprivate var callbacks: [String] {
        tables.filter { !$0.isHost }.flatMap { table in table.functions }
    }

    fileprivate var hostFunctions: [(table: String, name: String)] {
        tables.filter(\.isHost).flatMap { table in table.functions.map { (table.name, $0) } }
    }

    private var tables: [(name: String, isHost: Bool, functions: [String])] {
        structs.filter { $0.ability != nil }.map { table in
            let functions = table.fields.filter(\.isFunction)
            let isHost = functions.contains { $0.type.contains("(*)(const mayfly_host *") }
            return (table.name, isHost, functions.map(\.name))
        }
    }
}

extension Table {
    /// Lines of the log are events of their own.
    fileprivate static var logRow: Function? { log.functions.first }
}

extension Function.Implementer {
    fileprivate var isWorker: Bool { if case .worker = self { true } else { false } }
}

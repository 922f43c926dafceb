import Foundation
import MayflyTestSupport
import Testing

/// What `mayfly store` synchronizes, and when (`log_syncs.c`): a power failure leaves the old or the new version, as a kill does.
@Suite(.enabled(if: !Sanitizer.isHere, "a sanitizer must be loaded first"))
struct StoreSyncTests {
    private let scratch: ScratchFolder
    private let shop: Shop

    init() throws {
        (scratch, shop) = (try ScratchFolder(), try Shop())
        let source = Checkout.folder.appending(path: "Tests/Integration/Programs/log_syncs.c")
        let command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        try PlainCompiler.build(command, from: source, options: ["-ldl"], to: scratch.at("log_syncs.so"))
    }

    /// Runs a command, and gives what it synchronized and renamed, in order.
    private func log(_ tool: Tool, _ command: String...) async throws -> [[String]] {
        var logged = tool
        let path = scratch.at("log-\(UUID())")
        logged.variables = ["LD_PRELOAD": scratch.at("log_syncs.so"), "SYNC_LOG": path]
        let outcome = try await logged.run(all: command)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
    }

    /// Fails unless all of the version was on the disk before the link of the extension led to it, and the link afterwards.
    private func expectSynced(_ lines: [[String]], _ tool: Tool, replaces: Bool) throws {
        let extensions = "\(tool.home)/extensions"
        let link = "\(extensions)/\(Shop.id).mayfly"
        let own = "\(extensions)/.versions/\(Shop.id)"
        func renames(to place: (String) -> Bool) -> [Int] {
            lines.indices.filter { lines[$0][0] == "rename" && place(lines[$0][2]) }
        }
        let switches = renames { $0 == link }
        try #require(switches.count == 1, "\(lines)")
        let switched = switches[0]
        // Where its files were unpacked, and where they are now: two renames.
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
        let named = try #require(renames { $0 == "\(extensions)/\(target)" }.first, "\(lines)")
        let filled = try #require(renames { $0 == lines[named][1] }.first, "\(lines)")
        let unpacked = lines[filled][1]
        try #require(unpacked.hasPrefix("\(extensions)/.downloading-") && filled < named && named < switched)
        func isSynced(_ path: String, _ range: Range<Int>) -> Bool { lines[range].contains(["sync", path]) }
        // Each file and folder of it, under the name that it had then.
        let names = try FileManager.default.subpathsOfDirectory(atPath: "\(extensions)/\(target)")
        #expect(names.count > 3)
        for name in names { #expect(isSynced("\(unpacked)/\(name)", 0..<filled), "\(name)") }
        #expect(isSynced(unpacked, 0..<filled))
        // The names of the version and of the one before, before the switch, and that of the link after it.
        #expect(isSynced(own, named..<switched))
        if replaces {
            let former = try #require(renames { $0 == "\(extensions)/\(target).former" }.first)
            #expect(former < switched && isSynced(own, former..<switched))
        } else {
            for folder in [extensions, "\(extensions)/.versions"] { #expect(isSynced(folder, filled..<named)) }
        }
        #expect(isSynced(extensions, switched..<lines.count))
    }

    @Test func aVersionIsOnTheDiskBeforeItIsTheInstalledOne() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.add(to: tool)
            let first = try await log(tool, "store", "install", Shop.id)
            try expectSynced(first, tool, replaces: false)
            try shop.publish("2.0.0")
            let second = try await log(tool, "store", "update", Shop.id)
            try expectSynced(second, tool, replaces: true)
            #expect(try await tool.installedVersion() == "2.0.0")
            // The way back is one switch, too.
            let back = try await log(tool, "store", "rollback", Shop.id)
            let link = "\(tool.home)/extensions/\(Shop.id).mayfly"
            let switched = try #require(back.firstIndex { $0[0] == "rename" && $0[2] == link })
            #expect(back[switched...].contains(["sync", "\(tool.home)/extensions"]))
        }
    }
}

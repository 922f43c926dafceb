import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// What `make store` shows, without the build.
@Suite struct StoreDemoTests {
    /// The store is served to this machine alone, until Ctrl-C.
    @Test func theStoreIsServedOnLoopbackUntilCtrlC() async throws {
        let scratch = try ScratchFolder()
        try await HostPermits.withPermit {
            try await OwnThread.run {
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(filePath: "/usr/bin/env")
                process.arguments = [
                    "make", "--no-print-directory", "-C", Checkout.folder.path, "store-demo",
                    "BIN=\(Bundle.main.bundlePath)", "STORE=\(scratch.at("store"))", "STORE_PORT=0",
                ]
                (process.standardOutput, process.standardError) = (output, output)
                try process.run()
                // As Ctrl-C does, the signal goes to the whole group of processes.
                let group = process.processIdentifier
                try #require(getpgid(group) == group)
                var text = ""
                while !text.contains("until Ctrl-C"), case let piece = output.fileHandleForReading.availableData,
                    !piece.isEmpty
                {
                    text += String(decoding: piece, as: UTF8.self)
                }
                let address = try #require(text.firstMatch(of: #/The store is at http://([0-9.:]+) until Ctrl-C/#)?.1)
                #expect(try listeningPlaces(of: group) == [String(address)])
                let read = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read())"
                let fetch = ["/usr/bin/python3", "-c", read, "http://\(address)/metadata/1.root.json"]
                #expect(try Program(fetch).output.contains(#""_type":"root""#))
                kill(-group, SIGINT)
                process.waitUntilExit()
                let gone = try Program(fetch, takesErrors: true)
                #expect(gone.status != 0 && gone.output.contains("Connection refused"), "\(gone)")
            }
        }
    }

    @Test func theDemoIsPlayedWithExtensionsOfAStore() async throws {
        let scratch = try ScratchFolder()
        let (program, folder) = (Bundle.main.bundlePath, scratch.at("store"))
        let make = [
            "make", "--no-print-directory", "-C", Checkout.folder.path, "store-demo", "ONCE=1", "BIN=\(program)",
            "STORE=\(folder)", "STORE_PORT=0",
        ]
        try await HostPermits.withPermit {
            try await OwnThread.run {
                let played = try Program(make, takesErrors: true)
                #expect(played.status == 0, "\(played.output)")
                let names = ["icecream", "burgerpoll", "postcard", "tally", "smileys"]
                let lines = played.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("make") }
                let first = ["made the store \(folder)/files", "added Mayfly samples with 5 extensions"]
                #expect(Array(lines.prefix(2)) == first, "\(played.output)")
                // What they may ask for is told, and nobody is asked.
                #expect(lines.contains { $0.hasPrefix("  camera; it says: ") }, "\(played.output)")
                let installed = names.map { "installed org.mayfly.\($0) 1.0.0 from Mayfly samples" }
                #expect(lines.filter { $0.hasPrefix("installed ") } == installed, "\(played.output)")
                // Then the story of the demo, to its end.
                #expect(lines.contains { $0.contains("alice") && $0.contains("ice cream") }, "\(played.output)")
                #expect(lines.last == "The home folder of the demo is kept: \(folder)/home", "\(played.output)")
                // They were fetched, and are those that this home folder has.
                let log = try String(contentsOfFile: folder + "/server.log", encoding: .utf8)
                for name in names {
                    let fetched = log.split(separator: "\n").filter {
                        $0.contains("org.mayfly.\(name)/1.0.0/") && $0.contains("bundle.tar HTTP/1.1\" 200")
                    }
                    #expect(fetched.count == 1, "\(log)")
                    let command = [
                        program + "/mayfly", "info", "org.mayfly.\(name)", "--json", "--home", folder + "/home",
                    ]
                    let info = try Program(command)
                    #expect(info.output.contains("\(folder)/home/extensions/"), "\(info.output)")
                }
            }
        }
    }
}

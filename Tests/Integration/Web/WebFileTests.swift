import Foundation
import MayflyTestSupport
import Testing

/// The files that a page gives to the server: it names them by handles, and no others.
@Suite struct WebFileTests {
    @Test func aGivenFileIsAttached() async throws {
        try await ServedPage.with { page, _ in
            let bytes = try SampleFiles.bytes("palette.png")
            let handle = try page.handle(of: bytes, as: "My picture ü.png")
            #expect(handle.wholeMatch(of: #/file:\w+/#) != nil)
            let client = try PageClient(page)
            let window = try client.openWindow()
            let digest = try client.attach(handle, in: window)
            #expect(try client.fieldFiles(of: window).map { $0["name"] as? String } == ["My picture ü.png"])
            #expect(try page.ask(page.media(digest)).body == bytes)
            // The host has a copy: the other one is gone, and so is its name.
            #expect(try page.keptFiles() == [])
            #expect(throws: HostClient.Failure.self) { try client.attach(handle, in: window) }
        }
    }

    /// Also in parts, whose number nobody tells before.
    @Test func aFileMayComeInPieces() async throws {
        try await ServedPage.with { page, _ in
            let connection = try page.connect()
            let headers: [String: String?] = ["Mayfly-Key": page.filesKey, "Transfer-Encoding": "chunked"]
            try connection.send(page.request("/files?name=notes.txt", headers, by: "POST"))
            for word in ["one ", "two ", "three"] { try connection.send("\(word.utf8.count)\r\n\(word)\r\n") }
            try connection.send("0\r\n\r\n")
            let answer = try connection.answer()
            let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
            let client = try PageClient(page)
            let window = try client.openWindow()
            let digest = try client.attach(try #require(object?["file"]), in: window)
            #expect(try page.ask(page.media(digest)).text == "one two three")
        }
    }

    /// A page names no file of the machine, in whatever form.
    @Test(arguments: ["window.attach", "extensions.install"]) func onlyGivenFilesAreUsed(method: String) async throws {
        try await ServedPage.with { page, tool in
            let secret = tool.home + "/secret.txt"
            try Data("secret".utf8).write(to: URL(filePath: secret))
            let client = try PageClient(page)
            let window = try client.openWindow()
            let handle = try page.handle(of: [1], as: "a.txt")
            let kept = page.temporary.at(try #require(try page.keptFiles().first))
            let names = [
                secret, "/etc/passwd", "secret.txt", "../secret.txt", "file:", "file:\(secret)", "file://\(secret)",
                "\(handle)/../../secret.txt", "\(handle) ", handle.uppercased() + "!", kept, Samples.tally,
                "file:../../etc/passwd", "\(handle)\u{0}",
            ]
            for name in names {
                let failure = #expect(throws: HostClient.Failure.self, "\(name)") {
                    try client.call(method, ["window": window, "path": name])
                }
                #expect(failure?.message.contains("secret") != true)
            }
            #expect(try client.fieldFiles(of: window).isEmpty)
            #expect(FileManager.default.fileExists(atPath: kept))
        }
    }

    @Test func aGivenBundleIsInstalled() async throws {
        try await ServedPage.with { page, _ in
            let files = try #require(
                FileManager.default.enumerator(atPath: Samples.tally)?.compactMap { $0 as? String }
            )
            var handle = "new"
            for name in files {
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: "\(Samples.tally)/\(name)", isDirectory: &isFolder)
                guard !isFolder.boolValue else { continue }
                let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(Samples.tally)/\(name)")))
                let next = try page.handle(of: bytes, as: "Tally.mayfly/\(name)", bundle: handle)
                #expect(handle == "new" || handle == next)
                handle = next
            }
            let client = try PageClient(page)
            #expect(
                try client.call("extensions.install", ["path": handle])["extension"] as? String == "org.mayfly.tally"
            )
            _ = try client.open("org.mayfly.tally", in: try client.openWindow())
            #expect(try page.keptFiles() == [])
        }
    }

    /// Names that lead to another folder, or are none. Nothing is written.
    @Test func namesOfFilesStayInTheirFolder() async throws {
        try await ServedPage.with { page, tool in
            let long = String(repeating: "n", count: 256)
            let names = [
                "", ".", "..", "/", "/etc/a", "../a", "a/b", "a/../b", "./a", "a/", "a\u{0}b", "a\nb", "a\u{7F}", long,
                "..\\..\\a/b", "\u{1B}[2J",
            ]
            for name in names {
                let answer = try page.give([1], as: name)
                #expect(answer.status == 400 && answer.text.contains("no name of a file"), "\(name) \(answer.text)")
            }
            let bundle = try page.handle(of: [1], as: "A.mayfly/manifest.json", bundle: "new")
            let wrong = [
                "A.mayfly/../x", "A.mayfly/./x", "A.mayfly//x", "/A.mayfly/x", "A.mayfly/x/", "../A.mayfly/x",
                "B.mayfly/x",
                "A.mayfly", "A.mayfly/manifest.json", "A.mayfly/manifest.json/x", "A.mayfly/\(long)",
                "A.mayfly" + String(repeating: "/x", count: 16),
            ]
            for name in wrong {
                let answer = try page.give([2], as: name, bundle: bundle)
                #expect((400..<500).contains(answer.status), "\(name) \(answer.status)")
            }
            for other in ["file:x", "x", "../x", "\(bundle)/..", ""] {
                #expect(try page.give([2], as: "A.mayfly/x", bundle: other).status == 400, "\(other)")
            }
            let kept = try page.keptFiles()
            #expect(kept.count == 1 && kept.first?.hasSuffix("/A.mayfly/manifest.json") == true, "\(kept)")
            #expect(try page.temporary.bytes(try #require(kept.first)) == [1])
            // A name that looks like another one is an ordinary one.
            let handle = try page.handle(of: Array("a".utf8), as: "..a -rf $(x) %2e.txt")
            let client = try PageClient(page)
            let window = try client.openWindow()
            _ = try client.attach(handle, in: window)
            #expect(try client.fieldFiles(of: window).first?["name"] as? String == "..a -rf $(x) %2e.txt")
        }
    }

    /// A file that does not come to its end is not kept, and takes no room.
    @Test func aFileThatBreaksOffIsRemoved() async throws {
        try await ServedPage.with { page, _ in
            for headers in [["Content-Length": "1000"], ["Transfer-Encoding": "chunked"]] {
                let connection = try page.connect()
                let all = headers.merging(["Mayfly-Key": page.filesKey]) { $1 }
                try connection.send(
                    page.request("/files?name=half.txt", all.mapValues { $0 }, by: "POST") + "5\r\nhello\r\n"
                )
                try await until { try page.keptFiles().count == 1 }
                connection.finishSending()
                try await until { try page.keptFiles().isEmpty }
            }
            #expect(try page.isServing)
        }
    }

    /// A file over the limit is refused before it is sent, and later ones are taken.
    @Test func aFileOverTheLimitIsRefused() async throws {
        try await ServedPage.with { page, _ in
            for length in ["268435457", "9223372036854775807"] {
                let connection = try page.connect()
                let headers: [String: String?] = ["Mayfly-Key": page.filesKey, "Content-Length": length]
                try connection.send(page.request("/files?name=big.mov", headers, by: "POST"))
                let answer = try connection.answer()
                #expect(answer.status == 413 && answer.text.contains("256 MiB"), "\(answer.text)")
                #expect(try page.keptFiles() == [])
            }
            _ = try page.handle(of: [1], as: "small.txt")
        }
    }

    /// The sentence of a refusal reaches a browser that is still sending the file.
    @Test func theReasonReachesWhoStillSends() async throws {
        try await ServedPage.with { page, _ in
            for _ in 0..<10 {
                let answer = try page.give([UInt8](repeating: 1, count: 4 << 20), as: "../a")
                #expect(answer.status == 400 && answer.text.contains("no name of a file"))
            }
        }
    }

    /// What nobody used makes room for what is given later.
    @Test func filesThatNobodyUsedMakeRoom() async throws {
        try await ServedPage.with { page, _ in
            let connection = try page.connect()
            let first = try page.handle(of: [1], as: "first.txt")
            for number in 0..<1_024 {
                let headers: [String: String?] = ["Mayfly-Key": page.filesKey, "Content-Length": "1"]
                try connection.send(page.request("/files?name=\(number).txt", headers, by: "POST") + "x")
                #expect(try connection.answer().status == 200)
            }
            #expect(try page.keptFiles().count <= 1_024)
            let client = try PageClient(page)
            let window = try client.openWindow()
            #expect(throws: HostClient.Failure.self) { try client.attach(first, in: window) }
            _ = try client.attach(try page.handle(of: Array("a".utf8), as: "last.txt"), in: window)
        }
    }
}

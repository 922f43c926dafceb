import Foundation
import MayflyModel
import MayflyStore
import MayflyStoreSupport
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// Programs of other users at the address of a page, when its server has ended.
    @Suite struct Impostors {
        /// It takes every page, shows what it was sent, and answers as the host would.
        private static let program = """
            import base64, hashlib, json, socket, sys, threading
            server = socket.create_server((sys.argv[1], int(sys.argv[2])))
            print("ready", flush=True)
            def serve(client):
                stream = client.makefile("rb")
                head = b""
                while not head.endswith(b"\\r\\n\\r\\n"):
                    line = stream.readline()
                    if not line: return
                    head += line
                lines = dict(line.split(": ", 1) for line in head.decode().split("\\r\\n")[1:] if ": " in line)
                if "Sec-WebSocket-Key" not in lines:
                    path = head.split(b" ")[1].decode()
                    kind = "text/css" if path.endswith(".css") else "text/javascript"
                    body = "*{color:red}" if path.endswith(".css") else "document.body.innerText = 'taken'"
                    client.sendall((f"HTTP/1.1 200 OK\\r\\nContent-Type: {kind}\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n" + body).encode())
                    print(json.dumps({"asked": path}), flush=True)
                    return client.close()
                key = hashlib.sha1((lines["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
                client.sendall(("HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n"
                    "Sec-WebSocket-Protocol: mayfly.v1\\r\\n"
                    f"Sec-WebSocket-Accept: {base64.b64encode(key).decode()}\\r\\n\\r\\n").encode())
                offer = lines["Sec-WebSocket-Protocol"]
                code = offer.split(".")[-1]
                greeting = json.dumps({"server": code, "files": "x"}).encode()
                client.sendall(bytes([0x81, len(greeting)]) + greeting)
                print(json.dumps({"offer": offer, "next": list(stream.read(1))}), flush=True)
                # Otherwise a browser waits for the other side of the close for a minute.
                client.shutdown(socket.SHUT_RDWR)
            while True:
                client, _ = server.accept()
                threading.Thread(target=serve, args=(client,), daemon=True).start()
            """

        @Test func aPageGoesOnWithItsOwnServerOnly() async throws {
            try await Tool.with(bundles: []) { tool in
                let maker = try HostClient.inChat(tool)
                try maker.closeInput()
                try maker.finish()
                let page = try ServedPage(tool, ["--side-by-side", "alice"])
                let browser = try Browser()
                try browser.open(page.address)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: Browser.isOpen)
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
                try browser.wait(for: "!document.querySelector('.lost').hidden")
                var impostor = try Impostor(Self.program, at: page)
                defer { impostor.end() }
                // What the person does now loads nothing from it.
                try browser.press("Extensions and this machine")
                try browser.wait(for: "document.querySelector('dialog')")
                // The page tries again; what it sends shows nothing of its key, and the wrong answer ends the connection (a frame of close).
                for _ in 0..<2 {
                    let (offer, next) = try impostor.nextConnection()
                    #expect(offer.hasPrefix("mayfly.v1, page.") && !offer.contains(page.key))
                    #expect(next == [0x88])
                }
                let asked = impostor.asked
                // It asks whether its server is there again, and runs nothing.
                #expect(Set(asked).isSubset(of: ["/main.js"]), "\(asked)")
                #expect(try browser.run("return document.body.innerText") as? String != "taken")
                #expect(try browser.run("return document.querySelector('.lost').hidden") as? Bool == false)
            }
        }

        /// What was not loaded yet, or is loaded again, is not shown and not saved while another program is there.
        @Test func aPageTakesNoFilesOfAnotherProgram() async throws {
            try await Tool.with(bundles: []) { tool in
                let maker = try HostClient.inChat(tool)
                try maker.closeInput()
                try maker.finish()
                try Self.fill(tool.home)
                let page = try ServedPage(tool, ["--side-by-side", "bob"])
                let browser = try Browser()
                try browser.open(page.address)
                try browser.click(".conversation")
                // The sticker is far above.
                try browser.wait(pane: 0, for: "$$('.row').length === 33 && $('.attached .shown').naturalWidth > 1")
                try browser.wait(pane: 0, for: "'waits' in $('.sticker-picture').dataset && $('a.file').href")
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
                try browser.wait(for: "!document.querySelector('.lost').hidden")
                var impostor = try Impostor(Self.program, at: page)
                defer { impostor.end() }
                try browser.run("document.querySelector('.transcript').scrollTop = 0")
                try browser.wait(pane: 0, for: "!('waits' in $('.sticker-picture').dataset)")
                try browser.run("document.querySelector('a.file').click()")
                try browser.click(".opened")
                try browser.wait(for: "document.querySelector('.picture-sheet')?.checkVisibility()")
                try browser.run("document.querySelector('.picture-sheet .saved').click()")
                for _ in 0..<2 { _ = try impostor.nextConnection() }
                #expect(Set(impostor.asked).isSubset(of: ["/main.js"]), "\(impostor.asked)")
                #expect(try browser.run("return document.querySelector('a.file').href") as? String == "")
                // What was on the screen stays.
                #expect(try browser.value(pane: 0, of: "$('.attached .shown').naturalWidth > 1") as? Bool == true)
                // When the server is there again, all comes from there.
                let back = """
                    const done = arguments[arguments.length - 1]
                    import('/connection.js').then(({ opened }) => {
                      opened('/again')
                      const link = document.querySelector('a.file').getAttribute('href')
                      done([document.querySelector('.sticker-picture').getAttribute('src'), link].map((one) => one.replace(/[\\da-f]{64}/, 'a')))
                    })
                    """
                #expect(try browser.runAsync(back) as? [String] == ["/again/stickers/a", "/again/media/a?download"])
            }
        }

        /// A sticker that is drawn when it can be seen, a file, a picture, and enough to have all of them out of view.
        private static func fill(_ home: String) throws {
            let store = try Store(home: HomeFolder(path: home))
            let (alice, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
            let media = MediaStore(home: store.home)
            let size = MediaFile.PixelSize(width: 2_000, height: 1_999)
            let sticker = try media.save(
                try SampleFiles.bytes("clear-half.png"),
                name: "a.png",
                type: .png,
                pixelSize: size
            )
            let picture = try media.save(
                try SampleFiles.bytes("grey.jpg"),
                name: "a.jpg",
                type: .jpeg,
                pixelSize: .init(width: 320, height: 320)
            )
            let file = try media.save(Array("the real file".utf8), name: "note.txt", type: .text)
            let first: [Item] = [
                Item(sender: alice.ownPerson, content: .sticker(Sticker(file: sticker, description: "green"))),
                Item(sender: alice.ownPerson, content: .attachment(Attachment(file: file))),
                Item(sender: alice.ownPerson, content: .attachment(Attachment(file: picture))),
            ]
            let texts = (0..<30).map { Item(sender: alice.ownPerson, content: .text("line \($0)")) }
            try store.handOver(try store.send(first + texts, in: chat, from: alice).envelope)
        }
    }
}

/// A program that listens where the server of a page was.
private struct Impostor {
    private let process = Process()
    private var lines: LineSource
    /// The files that it was asked for.
    private(set) var asked: [String] = []

    init(_ program: String, at page: ServedPage) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", program, page.machine, "\(page.port)"]
        process.standardOutput = output
        try process.run()
        lines = LineSource(output.fileHandleForReading)
        let first = lines.next().map { String(decoding: $0, as: UTF8.self) }
        #expect(first == "ready")
    }

    func end() { kill(process.processIdentifier, SIGKILL) }

    /// What a page offers that connects to it, and the first byte that it says then.
    mutating func nextConnection() throws -> (offer: String, next: [Int]?) {
        while true {
            let next = lines.next()
            let object = try JSONSerialization.jsonObject(with: Data(try #require(next))) as? [String: Any]
            if let path = object?["asked"] as? String { asked.append(path) }
            if let offer = object?["offer"] as? String { return (offer, object?["next"] as? [Int]) }
        }
    }
}

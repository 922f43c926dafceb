import Foundation
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
                let impostor = Process()
                impostor.executableURL = URL(filePath: "/usr/bin/python3")
                impostor.arguments = ["-c", Self.program, page.machine, "\(page.port)"]
                let output = Pipe()
                impostor.standardOutput = output
                try impostor.run()
                defer { kill(impostor.processIdentifier, SIGKILL) }
                var lines = LineSource(output.fileHandleForReading)
                let first = lines.next().map { String(decoding: $0, as: UTF8.self) }
                #expect(first == "ready")
                // What the person does now loads nothing from it.
                try browser.press("Extensions and this machine")
                try browser.wait(for: "document.querySelector('dialog')")
                // The page tries again; what it sends shows nothing of its key, and the wrong answer ends the connection (a frame of close).
                var asked: [String] = []
                for _ in 0..<2 {
                    var object: [String: Any]?
                    while object?["offer"] == nil {
                        let next = lines.next()
                        let line = try #require(next)
                        object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
                        if let path = object?["asked"] as? String { asked.append(path) }
                    }
                    let offer = try #require(object?["offer"] as? String)
                    #expect(offer.hasPrefix("mayfly.v1, page.") && !offer.contains(page.key))
                    #expect(object?["next"] as? [Int] == [0x88])
                }
                // It asks whether its server is there again, and runs nothing.
                #expect(Set(asked).isSubset(of: ["/main.js"]), "\(asked)")
                #expect(try browser.run("return document.body.innerText") as? String != "taken")
                #expect(try browser.run("return document.querySelector('.lost').hidden") as? Bool == false)
            }
        }
    }
}

import Foundation

/// A server at a port of its own that answers each request with the same empty page, as any program of this machine could.
final class OtherSite: Sendable {
    private let listener: Listener

    var address: String { "http://127.0.0.1:\(listener.port)/" }

    init() throws {
        let listener = try Listener()
        self.listener = listener
        Thread.detachNewThread {
            while let descriptor = listener.accept() {
                // A browser opens connections that it uses later or never.
                Thread.detachNewThread { Self.answer(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)) }
            }
        }
    }

    deinit { listener.stop() }

    private static func answer(_ connection: FileHandle) {
        var lines = LineSource(connection)
        while let line = lines.next(), line != Data("\r".utf8) {}
        let page = "<!doctype html><title>Another page</title><p>Another page</p>"
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n"
        try? PipeSignal.blocked { try connection.write(contentsOf: Data((head + page).utf8)) }
    }
}

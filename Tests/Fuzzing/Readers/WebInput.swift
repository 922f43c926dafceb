import MayflyWeb
import NIOCore
import NIOEmbedded
import NIOHTTP1

/// What the server of the page does with the bytes of a client that has no secret of it: each request is refused.
enum WebInput {
    static func read(_ bytes: [UInt8]) {
        let whole = heads(of: bytes, pieces: max(bytes.count, 1))
        // The pieces in which a stream arrives mean nothing.
        precondition(whole == heads(of: bytes, pieces: 1 + bytes.count % 61), "the pieces of a stream matter")
        let access = Access(host: "127.0.0.1")
        for head in whole {
            let request = WebRequest(head, at: try? SocketAddress(ipAddress: "127.0.0.1", port: 8765))
            precondition(access.refuses(request), "a request without a secret is not refused")
            precondition(!request.path.contains("?"))
            for name in ["name", "bundle", "token", "download"] { _ = request[name] }
            for range in head.headers["range"] {
                for size in [0, 1, 1_000] {
                    let wanted = ByteRange.wanted(range, of: size) ?? 0..<0
                    precondition(
                        (0...size).contains(wanted.lowerBound) && wanted.upperBound <= size,
                        "outside of the file"
                    )
                }
            }
        }
    }

    private static func heads(of bytes: [UInt8], pieces size: Int) -> [HTTPRequestHead] {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        var heads: [HTTPRequestHead] = []
        do {
            let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
            try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(decoder))
            for start in stride(from: 0, to: bytes.count, by: size) {
                try channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
                try take(channel, &heads)
            }
        } catch {
            // What is no request ends the connection.
            try? take(channel, &heads)
        }
        return heads
    }

    private static func take(_ channel: EmbeddedChannel, _ heads: inout [HTTPRequestHead]) throws {
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            if case .head(let head) = part { heads.append(head) }
        }
    }
}

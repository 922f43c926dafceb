internal import MayflyModel
internal import NIOCore
internal import NIOHTTP1

/// Answers the requests of one connection, one after the other.
struct RequestLoop: Sendable {
    typealias Channel = NIOAsyncChannel<HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>>
    private typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
    private typealias Output = NIOAsyncChannelOutboundWriter<HTTPPart<HTTPResponseHead, ByteBuffer>>

    let site: Site
    let channel: any NIOCore.Channel

    /// Returns when the connection has ended.
    func run(_ stream: Channel) async throws {
        try await stream.executeThenClose { inbound, output in
            var parts = inbound.makeAsyncIterator()
            while let part = try await within(WebLimits.idleTime, { try await parts.next() }) {
                guard case .head(let head) = part else { continue }
                let request = WebRequest(head, at: channel.localAddress)
                guard try await answer(request, &parts, output) else { continue }
                output.finish()
                // What the client still sends is read: with it, the system would throw away what the client has not read yet.
                return try await within(WebLimits.lingerTime) { while try await parts.next() != nil {} }
            }
        }
    }

    /// True where the connection ends after it.
    private func answer(_ request: WebRequest, _ parts: inout Parts, _ output: Output) async throws -> Bool {
        let answer: Answer
        if let refusal = site.access.refusal(of: request) {
            answer = refusal
        } else if request.head.method == .POST {
            answer = try await upload(request, &parts)
        } else {
            answer = await site.answer(request)
        }
        let isLast = answer.isLast || !request.head.isKeepAlive
        try await write(answer, isLast: isLast, output)
        return isLast
    }

    private func write(_ answer: Answer, isLast: Bool, _ output: Output) async throws {
        var head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
        head.headers.add(name: "Content-Length", value: String(answer.body.count))
        if isLast { head.headers.add(name: "Connection", value: "close") }
        switch answer.body {
        case .bytes(let buffer):
            try await write([.head(head), .body(buffer), .end(nil)], output)
        case .pieces(let count, let read):
            try await write([.head(head)], output)
            var offset = 0
            while offset < count {
                let piece = try read(offset, min(WebLimits.piece, count - offset))
                guard !piece.isEmpty else { throw ChannelError.eof }
                offset += piece.count
                try await write([.body(ByteBuffer(bytes: piece))], output)
            }
            try await write([.end(nil)], output)
        }
    }

    /// Returns when the client has read enough that there is room for it.
    private func write(_ parts: [HTTPPart<HTTPResponseHead, ByteBuffer>], _ output: Output) async throws {
        try await within(WebLimits.partTime) { try await output.write(contentsOf: parts) }
    }

    /// A file of the person: to attach, or one of a bundle to install.
    private func upload(_ request: WebRequest, _ parts: inout Parts) async throws -> Answer {
        guard request.path == "/files", let name = request["name"] else {
            return .refusal(.notFound, "There is nothing to post to at this address.")
        }
        guard let key = request.head.headers["mayfly-key"].first, site.access.areFilesFor(key) else {
            return .refusal(.forbidden, "The key of the page is missing.")
        }
        if let size = request.head.headers["content-length"].first.flatMap({ Int($0) }), size > KeptUploads.mostBytes {
            return .refusal(.payloadTooLarge, "A file may have \(KeptUploads.mostBytes >> 20) MiB at most.")
        }
        let end = NIODeadline.now() + WebLimits.bodyTime
        do {
            let file = try site.uploads.begin(named: name, in: request["bundle"])
            while let part = try await within(WebLimits.partTime, { try await parts.next() }) {
                switch part {
                case .body(let buffer): try file.write(buffer.readableBytesView)
                case .head: return .refusal(.badRequest, "The body is not complete.")
                case .end:
                    file.finish()
                    return Answer(type: "application/json", .bytes(ByteBuffer(string: #"{"file":"\#(file.handle)"}"#)))
                }
                guard NIODeadline.now() < end else { return .refusal(.requestTimeout, "The file took too long.") }
            }
            throw ChannelError.eof
        } catch let error as MayflyError {
            return .refusal(.badRequest, SafeText.line(error.message, limit: 400))
        }
    }

    /// Closes the connection where `body` takes longer.
    private func within<Result>(_ limit: TimeAmount, _ body: () async throws -> Result) async throws -> Result {
        let alarm = channel.eventLoop.scheduleTask(in: limit) { [channel] in channel.close(promise: nil) }
        defer { alarm.cancel() }
        return try await body()
    }
}

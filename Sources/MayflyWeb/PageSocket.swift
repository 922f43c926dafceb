internal import Foundation
internal import Glibc
internal import MayflyHost
internal import MayflyServer
internal import NIOCore
internal import NIOPosix
internal import NIOWebSocket
internal import Synchronization

/// The connection of one page to the host: each text message of its WebSocket is a line of the host protocol, and each line of the host
/// a text message. The host knows it as one more client, with the limits that every client has.
struct PageSocket: Sendable {
    typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    let host: ExtensionHost
    let files: ClientFiles
    let group: any EventLoopGroup
    let complain: @Sendable (String) -> Void

    /// Tells a page that there is no room for it; it may try again later (RFC 6455, 7.4).
    static func refuse(_ page: Channel) async throws {
        try await page.executeThenClose { _, output in try await end(output, WebSocketErrorCode(codeNumber: 1_013)) }
    }

    /// Serves the page until it goes away. When it returns, its windows are closed.
    ///
    /// - Parameter greeting: what the page is told first.
    func run(_ page: Channel, _ greeting: String) async throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            complain("a page cannot be served: \(String(cString: strerror(errno)))")
            return try await page.executeThenClose { _, _ in }
        }
        let (own, hosts) = (ends[0], ends[1])
        // That a page goes away is nothing to tell.
        async let isServed: Void = Connection.serve(socket: hosts, host: host, files: files) { _ in }
        do {
            let lines = try await ClientBootstrap(group: group).withConnectedSocket(own) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
            try await page.executeThenClose { frames, output in
                try await lines.executeThenClose { answers, requests in
                    try await output.write(
                        WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: greeting))
                    )
                    await pump(frames, output, answers, requests, page.channel)
                }
            }
        } catch {
            // The end of a page is often one that breaks off.
        }
        await isServed
    }

    private func pump(
        _ frames: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ output: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ answers: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ requests: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        _ channel: any NIOCore.Channel
    ) async {
        let heard = Heard()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await self.take(frames, output, requests, heard) }
            group.addTask { try? await Self.give(answers, output) }
            group.addTask { try? await Self.ping(channel, heard) }
            // Where one of them has ended, the page or the host is gone.
            await group.next()
            group.cancelAll()
        }
    }

    /// Whether something came since the last ping.
    private final class Heard: Sendable {
        private let silent = Atomic(0)

        func hear() { silent.store(0, ordering: .relaxed) }

        /// How many pings had no answer before this one.
        func ping() -> Int { silent.add(1, ordering: .relaxed).oldValue }
    }

    private func take(
        _ frames: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ output: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ requests: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        _ heard: Heard
    ) async throws {
        do {
            for try await frame in frames {
                heard.hear()
                var data = frame.unmaskedData
                switch frame.opcode {
                case .text:
                    data.writeInteger(UInt8(ascii: "\n"))
                    try await requests.write(data)
                case .ping: try await output.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
                case .connectionClose: return try await Self.end(output, .normalClosure)
                case .pong: break
                default: return try await Self.end(output, .unacceptableData)
                }
            }
        } catch let error as NIOWebSocketFrameAggregator.Error {
            switch error {
            case .accumulatedFrameSizeIsTooLarge, .tooManyFragments: try await Self.end(output, .messageTooLarge)
            default: try await Self.end(output, .protocolError)
            }
        }
    }

    private static func give(
        _ answers: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ output: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        var line = ByteBuffer()
        for try await part in answers {
            var part = part
            while let length = part.readableBytesView.firstIndex(of: UInt8(ascii: "\n")).map({ $0 - part.readerIndex })
            {
                guard var end = part.readSlice(length: length) else { break }
                part.moveReaderIndex(forwardBy: 1)
                line.writeBuffer(&end)
                try await output.write(WebSocketFrame(fin: true, opcode: .text, data: line))
                line = ByteBuffer()
            }
            line.writeBuffer(&part)
        }
        try await end(output, .unexpectedServerError)
    }

    /// Returns when the page has not answered. It does not wait for a page that does not read.
    private static func ping(_ channel: any NIOCore.Channel, _ heard: Heard) async throws {
        while heard.ping() < 2 {
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), promise: nil)
            try await Task.sleep(for: WebLimits.pingTime)
        }
    }

    private static func end(
        _ output: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ code: WebSocketErrorCode
    ) async throws {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        try await output.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    }
}

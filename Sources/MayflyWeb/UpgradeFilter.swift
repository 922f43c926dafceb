internal import NIOCore
internal import NIOHTTP1

/// Lets only those requests ask for a WebSocket that may have one: any other is answered as a request like all others, so that it gets a
/// sentence that says why. Closes a connection on which something came that cannot be read.
final class UpgradeFilter: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let mayConnect: (HTTPRequestHead) -> Bool
    private var isUpgraded = false

    init(_ mayConnect: @escaping (HTTPRequestHead) -> Bool) { self.mayConnect = mayConnect }

    /// What comes from now on is no request.
    func passOn() { isUpgraded = true }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isUpgraded, case .head(var head) = unwrapInboundIn(data), head.headers.contains(name: "upgrade"),
            !mayConnect(head)
        else {
            return context.fireChannelRead(data)
        }
        head.headers.remove(name: "upgrade")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }
}

internal import NIOCore
internal import NIOHTTP1

/// Lets bodies of answers be buffers alone, which may go from one thread to another.
final class BodyPartHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
    typealias OutboundOut = HTTPServerResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part: HTTPServerResponsePart =
            switch unwrapOutboundIn(data) {
            case .head(let head): .head(head)
            case .body(let buffer): .body(.byteBuffer(buffer))
            case .end(let headers): .end(headers)
            }
        context.write(wrapOutboundOut(part), promise: promise)
    }
}

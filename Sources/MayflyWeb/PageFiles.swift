internal import CMayflyPage
internal import CZlib
internal import NIOCore

/// The files of the page, which are a part of the program.
///
/// The page loads all of them before it begins: what is asked for later could come from another program, which has taken the place of a
/// server that has ended. So that this is little, they go out compressed.
enum PageFiles {
    static func answer(_ path: String, isCompressed: Bool) -> Answer? {
        files[path].map { isCompressed ? $0.compressed : $0.plain }
    }

    private struct File {
        let plain: Answer
        let compressed: Answer
    }

    private static let files: [String: File] = {
        var files: [String: File] = [:]
        for index in 0..<mayfly_page_count() {
            let file = mayfly_page_at(index).pointee
            let (path, type) = (String(cString: file.path), String(cString: file.type))
            let source = UnsafeBufferPointer(start: file.bytes, count: file.length)
            let isText = ["text/javascript", "text/css"].contains { type.hasPrefix($0) }
            let bytes = isText ? PageText.short(source) : Array(source)
            let body = Answer.Body.bytes(ByteBuffer(bytes: bytes))
            let isDocument = type.hasPrefix("text/html")
            let answer = isDocument ? Answer(type: type, body) : Answer.part(type: type, body)
            let plain = answer.adding("Vary", "Accept-Encoding")
            var compressed = plain
            if let smaller = deflated(bytes) {
                compressed = plain.adding("Content-Encoding", "deflate")
                compressed.body = .bytes(ByteBuffer(bytes: smaller))
            }
            files[path] = File(plain: plain, compressed: compressed)
        }
        return files
    }()

    /// The bytes in the coding "deflate" (RFC 9110, 8.4.1.2); nil where zlib fails.
    private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        let result = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, length in
            let status = compress2(
                buffer.baseAddress,
                &count,
                bytes,
                uLong(bytes.count),
                Z_BEST_COMPRESSION
            )
            length = status == Z_OK ? Int(count) : 0
        }
        return result.isEmpty ? nil : result
    }
}

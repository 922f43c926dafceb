import MayflyModel
import MayflyRPC

/// What the host does with the bytes that a client of the host protocol sends.
enum RequestInput {
    static func read(_ bytes: [UInt8]) {
        // Small, so that lines over the limit come too.
        let frames = frames(of: bytes, pieces: max(bytes.count, 1))
        // The pieces in which a stream arrives mean nothing.
        precondition(frames == self.frames(of: bytes, pieces: 1 + bytes.count % 61), "the pieces of a stream matter")
        for case .line(let line) in frames {
            precondition(line.count <= limit, "a line is longer than the limit")
            switch Request.read(line) {
            case .success(let request): answer(request.id ?? .null, RPCError.unknownMethod(request.method))
            case .failure(let refusal): answer(refusal.id, refusal.error)
            }
        }
    }

    private static let limit = 4096

    private static func frames(of bytes: [UInt8], pieces size: Int) -> [FrameSplitter.Frame] {
        var splitter = FrameSplitter(limit: limit)
        return stride(from: 0, to: bytes.count, by: size).flatMap { start in
            splitter.take(bytes[start..<min(start + size, bytes.count)])
        }
    }

    /// An answer is one line of JSON, with the id of the request.
    private static func answer(_ id: JSONValue, _ error: RPCError) {
        let line = Answer.line(id, error: error)
        let reader = JSONReader(maximumBytes: 1 << 16, maximumDepth: 8)
        guard let value = try? reader.value(of: line), value["id"] == id, !line.utf8.contains(UInt8(ascii: "\n")) else {
            preconditionFailure("no answer: \(line)")
        }
    }
}

internal import MayflyModel

/// The headers of an answer, as libcurl gives them: line by line, those of earlier answers before.
struct ReceivedHeaders {
    private(set) var all: [HTTPHeader] = []
    private var bytes = 0

    /// Takes a line. False where there are too many.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        // A new answer begins: that of a redirect, or the one after 100 Continue.
        if line.starts(with: "HTTP/".utf8) { self = ReceivedHeaders() }
        bytes += line.count
        guard bytes <= [HTTPHeader].mostBytes else { return false }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let name = String(decoding: UnsafeRawBufferPointer(rebasing: line[..<colon]), as: UTF8.self)
        let rest = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        let end = rest.lastIndex { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }.map { $0 + 1 } ?? rest.startIndex
        let value = String(decoding: UnsafeRawBufferPointer(rebasing: line[rest.startIndex..<end]), as: UTF8.self)
        all.append(HTTPHeader(name, value))
        return all.count <= [HTTPHeader].most
    }
}

internal import Glibc
internal import MayflyModel

/// A file that the person has chosen, as a portal names it.
struct ChosenFile {
    /// The path, as bytes without a zero.
    let path: [UInt8]

    /// Reads an address (RFC 8089) of a file of this machine; nil for any other.
    init?(uri: String) {
        let scheme = "file://"
        guard uri.lowercased().hasPrefix(scheme) else { return nil }
        let rest = uri.utf8.dropFirst(scheme.utf8.count)
        let host = rest.prefix { $0 != UInt8(ascii: "/") }
        guard host.isEmpty || String(Substring(host)).lowercased() == "localhost" else { return nil }
        let escaped = rest.dropFirst(host.count).prefix { ![UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        guard let path = Self.unescaped(Array(escaped)), !path.isEmpty, !path.contains(0) else { return nil }
        self.path = path
    }

    private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16),
                bytes[index + 1] != UInt8(ascii: "+")
            else { return nil }
            result.append(byte)
            index += 3
        }
        return result
    }

    /// The content of a regular file of 1 byte to `most` bytes. Nothing else is opened: that could wait for somebody, or do something.
    func contents(most: Int) throws(Ending) -> [UInt8] {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        var status = stat()
        guard stat(name, &status) == 0 else { throw Self.problem("cannot be read", errno) }
        try Self.require(status, most)
        let file = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { throw Self.problem("cannot be opened", errno) }
        defer { close(file) }
        // The one that was looked at may have been replaced.
        guard fstat(file, &status) == 0 else { throw Self.problem("cannot be read", errno) }
        try Self.require(status, most)
        return try Self.read(file, most)
    }

    private static func read(_ file: Int32, _ most: Int) throws(Ending) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = Glibc.read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw problem("cannot be read", errno) }
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
            guard bytes.count <= most else { throw tooLarge(most) }
        }
    }

    private static func require(_ status: stat, _ most: Int) throws(Ending) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unavailable("what was chosen is not a regular file") }
        guard status.st_size > 0 else { throw .unavailable("the file that was chosen is empty") }
        guard Int(status.st_size) <= most else { throw tooLarge(most) }
    }

    private static func tooLarge(_ most: Int) -> Ending {
        .unavailable("the file that was chosen has more than \(grouped(most)) bytes")
    }

    private static func problem(_ what: String, _ number: Int32) -> Ending {
        .unavailable("the file that was chosen \(what): \(String(cString: strerror(number)))")
    }
}

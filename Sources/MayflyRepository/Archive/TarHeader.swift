internal import MayflyModel

/// The header of one file or folder in an archive of the format ustar (POSIX.1-2017, pax), in the one form that bundles have.
///
/// No owner, no time, one mode for each kind: the same files make the same bytes.
struct TarHeader {
    enum Kind: UInt8 {
        case file = 0x30
        case folder = 0x35
    }

    static let blockSize = 512
    /// What a name and its prefix can have together.
    static let longestPath = 255
    /// What the last part of a path can have; that of a folder one less.
    static let longestName = 100
    private static let longestPrefix = 155

    /// Relative, without a slash at the end.
    let path: String
    let kind: Kind
    let size: Int

    init(path: String, kind: Kind, size: Int = 0) {
        self.path = path
        self.kind = kind
        self.size = size
    }

    /// Bytes of the content with what fills its last block.
    var paddedSize: Int { (size + Self.blockSize - 1) / Self.blockSize * Self.blockSize }

    /// The block; nil for a path that does not fit.
    var block: [UInt8]? {
        guard let (prefix, name) = Self.split(Array(path.utf8) + (kind == .folder ? [0x2F] : [])) else { return nil }
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        func put(_ bytes: some Sequence<UInt8>, _ offset: Int) {
            for (index, byte) in bytes.enumerated() { block[offset + index] = byte }
        }
        put(name, 0)
        put((kind == .folder ? "0000755" : "0000644").utf8, 100)
        for offset in [108, 116] { put("0000000".utf8, offset) }
        put(Self.octal(size), 124)
        put("00000000000".utf8, 136)
        put("        ".utf8, 148)
        block[156] = kind.rawValue
        put("ustar\u{0}00".utf8, 257)
        put(prefix, 345)
        let sum = block.reduce(0) { $0 + Int($1) }
        put(Self.octal(sum).suffix(6) + [0, 0x20], 148)
        return block
    }

    private static func octal(_ number: Int) -> [UInt8] {
        let digits = Array(String(number, radix: 8).utf8)
        return [UInt8](repeating: 0x30, count: max(0, 11 - digits.count)) + digits
    }

    /// The path in two parts at a slash, as the fields have room for it.
    private static func split(_ path: [UInt8]) -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
        guard path.count > longestName else { return ([], path[...]) }
        for slash in path.indices.dropLast() where path[slash] == 0x2F {
            let (prefix, name) = (path[..<slash], path[(slash + 1)...])
            if name.count <= longestName { return prefix.count <= longestPrefix ? (prefix, name) : nil }
        }
        return nil
    }
}

extension TarHeader {
    /// Reads a block. It must be, byte by byte, the one that this path, kind and size make: links, devices, owners, sparse files and
    /// extended headers have no other form. The error is the end of a sentence.
    init(block: [UInt8]) throws(ArchiveProblem) {
        func text(_ offset: Int, _ count: Int) -> String? {
            String(validating: block[offset..<(offset + count)].prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let name = text(0, Self.longestName), let prefix = text(345, Self.longestPrefix), !name.isEmpty else {
            throw ArchiveProblem("a header without a name")
        }
        let whole = prefix.isEmpty ? name : prefix + "/" + name
        let path = whole.utf8.last == 0x2F ? String(decoding: whole.utf8.dropLast(), as: UTF8.self) : whole
        let found = SafeText.line(path, limit: 80)
        guard let kind = Kind(rawValue: block[156]) else {
            throw ArchiveProblem("'\(found)' is neither a file nor a folder")
        }
        guard let size = text(124, 11).flatMap({ Int($0, radix: 8) }), size >= 0, kind == .file || size == 0 else {
            throw ArchiveProblem("'\(found)' has no valid size")
        }
        let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }) else {
            throw ArchiveProblem("'\(found)' leads out of the bundle")
        }
        self.init(path: path, kind: kind, size: size)
        guard self.block == block else {
            throw ArchiveProblem("'\(found)' has a header that is not of the one form: packed by another program?")
        }
    }
}

/// Why an archive is refused: the end of a sentence that begins with its name.
struct ArchiveProblem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

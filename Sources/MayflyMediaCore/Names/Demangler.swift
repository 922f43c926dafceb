internal import Glibc

/// Makes mangled names of functions readable, with the demanglers of the C++ and Swift runtimes, which are loaded with
/// this program.
///
/// Both are large parsers in C++, and the names come from a file that is not trusted: use it in the sandbox only.
struct Demangler {
    /// The bytes of the longest readable name that is given. A short mangled name may stand for a very long one.
    static let longestName = 1024

    /// `abi::__cxa_demangle` of the Itanium C++ ABI.
    private typealias CXXFunction =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
            UnsafeMutablePointer<Int32>?
        ) -> UnsafeMutablePointer<CChar>?
    /// `swift_demangle` of the Swift runtime.
    private typealias SwiftFunction =
        @convention(c) (
            UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
        ) -> UnsafeMutablePointer<CChar>?

    private let cxx: CXXFunction?
    private let swift: SwiftFunction?

    /// Looks both demanglers up. Without one, its names stay as they are.
    init() {
        cxx = dlsym(nil, "__cxa_demangle").map { unsafeBitCast($0, to: CXXFunction.self) }
        swift = dlsym(nil, "swift_demangle").map { unsafeBitCast($0, to: SwiftFunction.self) }
    }

    /// The readable form of a name; nil if there is none.
    func readable(_ name: String) -> String? {
        let found =
            name.hasPrefix("_Z")
            ? cxx?(name, nil, nil, nil)
            : swift?(name, name.utf8.count, nil, nil, 0)
        guard let found else { return nil }
        defer { free(found) }
        let bytes = UnsafeRawBufferPointer(start: found, count: strnlen(found, Self.longestName))
        let text = Self.withoutHash(String(decoding: bytes, as: UTF8.self), of: name)
        return text.isEmpty || text == name || text.utf8.contains(UInt8(ascii: "\n")) ? nil : text
    }

    /// The readable forms of names, a line for each; an empty line for a name without one.
    func readable(lines: [UInt8]) -> [UInt8] {
        let names = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let readable = names.map { self.readable(String(decoding: $0, as: UTF8.self)) ?? "" }
        return Array(readable.joined(separator: "\n").utf8)
    }

    /// Removes the hash with which the older names of Rust end, `::h` and 16 digits.
    private static func withoutHash(_ text: String, of name: String) -> String {
        let end = text.utf8.suffix(19)
        let digits = Array("0123456789abcdef".utf8)
        guard name.hasSuffix("E"), end.count == 19, end.starts(with: "::h".utf8),
            end.dropFirst(3).allSatisfy(digits.contains)
        else { return text }
        return String(text.dropLast(19))
    }
}

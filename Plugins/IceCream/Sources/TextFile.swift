#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A small text file, by the C library: loading Foundation would cost more than the whole extension.
struct TextFile: Sendable {
    let path: String

    /// What the file holds, its first 64 KiB; empty if it cannot be read. Bytes that are not UTF-8 become U+FFFD.
    func read() -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Replaces the file in one step, so that a kill at any moment leaves the old text or the new one.
    func write(_ text: String) -> Bool {
        let draft = path + ".new"
        guard let file = fopen(draft, "w") else { return false }
        let bytes = Array(text.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && written == bytes.count && rename(draft, path) == 0
    }
}

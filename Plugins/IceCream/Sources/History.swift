internal import Glibc

/// The finished ice creams of this user, newest first, one per line.
struct History: Sendable {
    /// `nil` if the host has no storage: then nothing is saved.
    private let file: TextFile?
    private(set) var iceCreams: [IceCream]

    private static let limit = 50

    /// Reads the file that earlier processes wrote. Damaged lines are left out.
    init(folder: String?) {
        file = folder.map { TextFile(path: $0 + "/history") }
        iceCreams = (file?.read() ?? "").split(separator: "\n").compactMap { IceCream(line: $0) }
    }

    /// Adds an ice cream and writes the file; false when that fails.
    mutating func add(_ iceCream: IceCream) -> Bool {
        iceCreams = Array(([iceCream] + iceCreams).prefix(Self.limit))
        return file?.write(iceCreams.map { $0.line + "\n" }.joined()) ?? false
    }
}

/// A small text file, read with the C library: loading Foundation takes longer than the whole extension.
private struct TextFile: Sendable {
    let path: String

    /// The first 64 KiB of the file; empty if it cannot be read. Bytes that are not UTF-8 become U+FFFD.
    func read() -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Replaces the file by a rename, so that a kill at any time leaves the old text or the new one.
    func write(_ text: String) -> Bool {
        let newPath = path + ".new"
        guard let file = fopen(newPath, "w") else { return false }
        let bytes = Array(text.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && written == bytes.count && rename(newPath, path) == 0
    }
}

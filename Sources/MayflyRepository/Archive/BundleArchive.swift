internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// A bundle as one file: an archive of the format ustar, not compressed, that any tar can read, and of which there is one form only.
///
/// Names are in byte order, a folder comes before its files. A server may compress what it sends; the size that is signed is that of
/// the archive, so that nothing can grow while it is unpacked.
package enum BundleArchive {
    /// The largest archive in bytes: the largest bundle with a header for each of its files.
    package static let maximumSize = Installer.maximumSize + 32 * 1024 * 1024
    private static let step = 1024 * 1024

    /// Packs the folder of a bundle into a file, and returns the length and SHA-256 of it, and the bytes of what is packed.
    ///
    /// Throws `.invalidBundle` for what may not be in an archive: links, special files, names of more than 255 bytes, more than
    /// 20,000 files; and `.files`.
    package static func pack(bundleAt folder: String, to path: String) throws(MayflyError) -> PackedBundle {
        let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw MayflyError.ofSystem("create", path) }
        defer { close(output) }
        var writer = ArchiveWriter(output: output, path: path)
        try pack(try ExtensionBundle.open(folder), location: "", depth: 0, into: &writer)
        try writer.write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
        guard fchmod(output, 0o644) == 0, fsync(output) == 0 else { throw MayflyError.ofSystem("synchronize", path) }
        return writer.result
    }

    private static func pack(
        _ folder: borrowing ConfinedFolder,
        location: String,
        depth: Int,
        into writer: inout ArchiveWriter
    ) throws(MayflyError) {
        guard depth < Installer.maximumDepth else {
            throw refusal(location, "folders nested deeper than \(Installer.maximumDepth)")
        }
        let names: [String]
        do { names = try folder.names() } catch { throw refusal(location, error.reason) }
        for name in names {
            let path = location + name
            switch (folder.mode(of: name) ?? 0) & S_IFMT {
            case S_IFDIR:
                try add(TarHeader(path: path, kind: .folder), to: &writer)
                let inner: ConfinedFolder
                do { inner = try folder.folder(name) } catch { throw refusal(path, error.reason) }
                try pack(inner, location: path + "/", depth: depth + 1, into: &writer)
            case S_IFREG:
                let file: RegularFile
                do { file = try folder.file(name) } catch { throw refusal(path, error.reason) }
                try add(file, path, to: &writer)
            case S_IFLNK: throw refusal(path, "a link, which an archive may not have; put the file in its place")
            default: throw refusal(path, "neither a file nor a folder")
            }
        }
    }

    private static func add(_ file: borrowing RegularFile, _ path: String, to writer: inout ArchiveWriter)
        throws(MayflyError)
    {
        let header = TarHeader(path: path, kind: .file, size: file.size)
        try add(header, to: &writer)
        var offset = 0
        while offset < header.size {
            let piece: [UInt8]
            do {
                piece = try file.bytes(at: offset, count: min(step, header.size - offset))
            } catch {
                throw refusal(path, error.reason)
            }
            guard !piece.isEmpty else { throw refusal(path, "became shorter while it was packed") }
            try writer.write(piece)
            offset += piece.count
        }
        try writer.write([UInt8](repeating: 0, count: header.paddedSize - header.size))
    }

    private static func add(_ header: TarHeader, to writer: inout ArchiveWriter) throws(MayflyError) {
        guard let block = header.block else {
            let (whole, last) = (TarHeader.longestPath, TarHeader.longestName)
            throw refusal(
                header.path,
                "its name does not fit into an archive: \(whole) bytes at most, the last part \(last)"
            )
        }
        writer.entries += 1
        writer.content += header.size
        guard writer.entries <= Installer.maximumEntries else {
            throw refusal("", "more than \(grouped(Installer.maximumEntries)) files")
        }
        try writer.write(block)
    }

    private static func refusal(_ location: String, _ reason: String) -> MayflyError {
        MayflyError(.invalidBundle, "\(location.isEmpty ? "the bundle" : shown(location)): \(reason)")
    }
}

/// The file of an archive while it is written.
private struct ArchiveWriter {
    let output: Int32
    let path: String
    var entries = 0
    var content = 0
    private var length = 0
    private var digest = SHA256()

    init(output: Int32, path: String) {
        self.output = output
        self.path = path
    }

    mutating func write(_ bytes: [UInt8]) throws(MayflyError) {
        length += bytes.count
        guard length <= BundleArchive.maximumSize else {
            throw MayflyError(.invalidBundle, "the bundle has more than \(grouped(Installer.maximumSize)) bytes")
        }
        digest.update(bytes)
        let failure = DescriptorWriting.writeAll(bytes, to: output)
        guard failure == 0 else {
            throw MayflyError(.files, "\(shown(path, limit: 300)): \(String(cString: strerror(failure)).lowercased())")
        }
    }

    var result: PackedBundle {
        let copy = digest
        return PackedBundle(length: length, content: content, sha256: copy.finalize())
    }
}

/// What was packed.
package struct PackedBundle {
    /// Bytes of the archive.
    package let length: Int
    /// Bytes of the files in it.
    package let content: Int
    /// The SHA-256 of the archive.
    package let sha256: [UInt8]
}

internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

extension BundleArchive {
    /// Unpacks an archive into an existing, empty folder, and syncs all files.
    ///
    /// There are only files and folders in it: no links, no devices, and no path that leads out or comes twice. A failure leaves an
    /// incomplete folder. Throws `.invalidBundle` for an archive that `pack` cannot have made, `.files`, and `MayflyError.stopped`.
    ///
    /// - Parameters:
    ///   - name: the name of the archive in messages.
    ///   - content: the bytes that its files have together, as the store says. Nothing beyond them is written, and fewer are refused.
    ///   - isStopped: is asked before each file.
    package static func unpack(
        _ path: String,
        named name: String,
        to folder: String,
        content: Int? = nil,
        unless isStopped: (() -> Bool)? = nil
    ) throws(MayflyError) {
        let input = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard input >= 0 else { throw MayflyError.ofSystem("open", path) }
        defer { close(input) }
        var reader = ArchiveReader(input: input)
        do {
            try reader.unpack(to: folder, content: content, unless: isStopped)
        } catch let problem as ArchiveProblem {
            throw MayflyError(.invalidBundle, "\(shown(name)): \(problem.reason)")
        } catch let error as MayflyError {
            throw error
        } catch {
            throw MayflyError(.files, "\(shown(name)): cannot be unpacked", cause: error)
        }
    }
}

/// The file of an archive while it is unpacked.
private struct ArchiveReader {
    private static let step = 1024 * 1024

    private let input: Int32
    private var offset = 0
    private var folders: [String] = []

    init(input: Int32) { self.input = input }

    mutating func unpack(to folder: String, content: Int?, unless isStopped: (() -> Bool)?) throws {
        let limit = min(content ?? Installer.maximumSize, Installer.maximumSize)
        var (entries, size) = (0, 0)
        while let header = try nextHeader() {
            if isStopped?() == true { throw MayflyError.stopped }
            entries += 1
            guard entries <= Installer.maximumEntries else {
                throw ArchiveProblem("more than \(grouped(Installer.maximumEntries)) files")
            }
            let depth = header.path.utf8.count { $0 == UInt8(ascii: "/") }
            guard depth < Installer.maximumDepth else {
                throw ArchiveProblem("folders nested deeper than \(Installer.maximumDepth)")
            }
            guard header.size <= limit - size else {
                throw ArchiveProblem("with '\(shown(header.path))' its files have more than \(grouped(limit)) bytes")
            }
            size += header.size
            let target = "\(folder)/\(header.path)"
            switch header.kind {
            case .folder:
                guard mkdir(target, 0o700) == 0 else { throw refusal(header) }
                folders.append(target)
            case .file: try unpack(header, to: target)
            }
        }
        if let content, size != content {
            throw ArchiveProblem("its files have \(grouped(size)) bytes, where the store says \(grouped(content))")
        }
        for folder in folders.reversed() + [folder] { try synchronize(folder) }
    }

    /// The next header; nil at the two empty blocks at the end, behind which there is nothing.
    private mutating func nextHeader() throws -> TarHeader? {
        let block = try read(TarHeader.blockSize)
        guard block.count == TarHeader.blockSize else { throw ArchiveProblem("it ends before its end") }
        guard block.allSatisfy({ $0 == 0 }) else { return try TarHeader(block: block) }
        let rest = try read(2 * TarHeader.blockSize)
        guard rest == [UInt8](repeating: 0, count: TarHeader.blockSize) else {
            throw ArchiveProblem("it has no end, or something behind it")
        }
        return nil
    }

    private mutating func unpack(_ header: TarHeader, to target: String) throws {
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else { throw refusal(header) }
        defer { close(output) }
        var left = header.size
        while left > 0 {
            let piece = try read(min(left, Self.step))
            guard !piece.isEmpty else {
                throw ArchiveProblem(
                    "'\(shown(header.path))' should have \(grouped(header.size)) bytes, and the archive ends before"
                )
            }
            guard DescriptorWriting.writeAll(piece, to: output) == 0 else {
                throw MayflyError.ofSystem("write", target)
            }
            left -= piece.count
        }
        guard try read(header.paddedSize - header.size).allSatisfy({ $0 == 0 }) else {
            throw ArchiveProblem("'\(shown(header.path))' has bytes behind its end")
        }
        guard fchmod(output, 0o644) == 0, fsync(output) == 0 else { throw MayflyError.ofSystem("synchronize", target) }
    }

    private mutating func read(_ count: Int) throws -> [UInt8] {
        let bytes = try RegularFile.read(input, at: offset, count: count)
        offset += bytes.count
        return bytes
    }

    private func synchronize(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MayflyError.ofSystem("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw MayflyError.ofSystem("synchronize", folder) }
    }

    private func refusal(_ header: TarHeader) -> any Error {
        switch errno {
        case EEXIST: ArchiveProblem("'\(shown(header.path))' comes twice")
        case ENOENT, ENOTDIR: ArchiveProblem("'\(shown(header.path))' is in a folder that is not before it")
        default: MayflyError.ofSystem("create", header.path)
        }
    }
}

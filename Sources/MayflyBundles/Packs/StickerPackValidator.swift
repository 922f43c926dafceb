internal import Glibc
internal import MayflyModel

/// Refuses a sticker pack that contains code (C-002).
///
/// Code is recognised by the first bytes of a file, not by its mode: some file systems show every file as executable.
enum StickerPackValidator {
    private static let maximumEntries = 20_000
    private static let maximumDepth = 16

    /// Checks every file of the bundle; throws `.invalidPack` for the first one that is code or not a regular file, and
    /// `.notPossibleNow` as soon as `isWanted`, which is asked before each file, says no.
    static func check(
        _ folder: borrowing ConfinedFolder,
        while isWanted: () -> Bool = { true }
    ) throws(MayflyError) {
        var entries = 0
        try check(folder, at: "", depth: 0, &entries, isWanted)
    }

    private static func check(
        _ folder: borrowing ConfinedFolder,
        at prefix: String,
        depth: Int,
        _ entries: inout Int,
        _ isWanted: () -> Bool
    ) throws(MayflyError) {
        guard depth < maximumDepth else { throw refusal(prefix, "folders nested deeper than \(maximumDepth)") }
        let names: [String]
        do { names = try folder.names() } catch { throw refusal(prefix, error.reason, error) }
        entries += names.count
        guard entries <= maximumEntries else { throw refusal(prefix, "more than \(grouped(maximumEntries)) files") }
        for name in names {
            guard isWanted() else { throw StickerPack.unwanted }
            let path = prefix + name
            switch (folder.mode(of: name) ?? 0) & S_IFMT {
            case S_IFDIR:
                let inner: ConfinedFolder
                do { inner = try folder.folder(name) } catch { throw refusal(path, error.reason, error) }
                try check(inner, at: path + "/", depth: depth + 1, &entries, isWanted)
            case S_IFREG:
                try checkFile(name, path, in: folder)
            case S_IFLNK:
                // A link can only lead to a file of this bundle, which is checked at its own path.
                continue
            default:
                throw refusal(path, "neither a file nor a folder")
            }
        }
    }

    private static func checkFile(
        _ name: String,
        _ path: String,
        in folder: borrowing ConfinedFolder
    ) throws(MayflyError) {
        let head: [UInt8]
        do {
            head = try folder.file(name).bytes(at: 0, count: 4)
        } catch {
            throw refusal(path, error.reason, error)
        }
        guard let kind = kindOfCode(head) else { return }
        throw refusal(path, "\(kind); a sticker pack has no code")
    }

    /// The kind of program that begins with these bytes; nil for other files.
    private static func kindOfCode(_ head: [UInt8]) -> String? {
        if head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) { return "an ELF file" }
        if head.starts(with: [0x23, 0x21]) { return "a script" }
        if head.starts(with: [0x4D, 0x5A]) { return "a Windows program" }
        if [[0xFE, 0xED, 0xFA], [0xCA, 0xFE, 0xBA, 0xBE], [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE]]
            .contains(where: { head.starts(with: $0) })
        {
            return "a Mach-O or Java program"
        }
        return nil
    }

    private static func refusal(_ path: String, _ reason: String, _ cause: FileProblem? = nil) -> MayflyError {
        let code = cause?.code(.invalidPack) ?? .invalidPack
        return MayflyError(code, "\(path.isEmpty ? "the pack" : shown(path)): \(reason)", cause: cause)
    }
}

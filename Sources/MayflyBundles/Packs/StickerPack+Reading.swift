internal import MayflyModel

extension StickerPack {
    /// Reads the catalogue at a path in a bundle: an `.xcstickers` folder, or a `.stickerpack` folder itself.
    ///
    /// A sticker with a broken description or picture is left out and listed in `problems`. Throws `.invalidPack` for a
    /// missing or broken catalogue file and for a pack without any usable sticker, and `.notPossibleNow` as soon as `isWanted`,
    /// which is asked before each picture, says no.
    static func read(
        _ catalogue: String,
        in bundle: borrowing ConfinedFolder,
        while isWanted: () -> Bool
    ) throws(MayflyError) -> StickerPack {
        let folder = try open(catalogue, in: bundle)
        guard !catalogue.hasSuffix(packSuffix) else {
            return try pack(folder, location: catalogue, problems: [], isWanted)
        }
        _ = try PackFile.read("Contents.json", in: folder, location: catalogue)
        let packs: [String]
        do {
            packs = try folder.names { $0.hasSuffix(packSuffix) }
        } catch {
            throw MayflyError(error.code(.invalidPack), "\(shown(catalogue)): \(error.reason)", cause: error)
        }
        guard let first = packs.first else {
            throw MayflyError(.invalidPack, "\(shown(catalogue)): no folder whose name ends in \(packSuffix)")
        }
        let others = packs.dropFirst().prefix(8).map {
            Finding(rule: .amount, line: "'\(shown($0))' is left out: a catalogue has one pack")
        }
        let location = catalogue + "/" + first
        return try pack(try open(first, in: folder), location: location, problems: Array(others), isWanted)
    }

    /// Nobody waits for the pack any more.
    static let unwanted = MayflyError(.notPossibleNow, "the sticker pack is not read any further: nobody waits for it")

    private static let packSuffix = ".stickerpack"
    /// The largest number of stickers; further ones are left out.
    private static let maximumStickers = 500
    /// The bytes of all pictures of a pack; what exceeds it is left out. Opening a pack copies all of them.
    static let maximumBytes = 64 << 20

    private static func open(_ name: String, in folder: borrowing ConfinedFolder) throws(MayflyError) -> ConfinedFolder
    {
        do {
            return try folder.folder(name)
        } catch {
            throw MayflyError(error.code(.invalidPack), "\(shown(name)): \(error.reason)", cause: error)
        }
    }

    private static func pack(
        _ folder: borrowing ConfinedFolder,
        location: String,
        problems: [Finding],
        _ isWanted: () -> Bool
    ) throws(MayflyError) -> StickerPack {
        var (problems, warnings, stickers) = (problems, [String](), [PackSticker]())
        let contents = try PackFile.read("Contents.json", in: folder, location: location)
        let gridSize = try gridSize(contents, &problems)
        guard let items = try contents.optionalObjects("stickers") else { throw contents.missing("stickers") }
        if items.count > maximumStickers {
            let line = "only the first \(maximumStickers) of \(grouped(items.count)) stickers are used"
            problems.append(Finding(rule: .amount, line: line))
        }
        var (names, bytes) = (Set<[UInt8]>(), 0)
        for item in items.prefix(maximumStickers) {
            guard isWanted() else { throw unwanted }
            let file = try item.text("filename")
            let reader = PackStickerReader(folderName: file, location: location)
            // One folder has many paths, and only one name.
            guard isName(file) else {
                let path = shown(file)
                let line = "sticker '\(shown(reader.name))': '\(path)' is not the name of a folder of the pack"
                problems.append(Finding(rule: .list, line: line))
                continue
            }
            guard names.insert(Array(file.utf8)).inserted else {
                problems.append(Finding(rule: .list, line: "sticker '\(shown(reader.name))' is listed twice"))
                continue
            }
            do {
                let (sticker, size) = try reader.read(in: folder, while: isWanted)
                bytes += size
                guard bytes <= maximumBytes else {
                    let line =
                        "only the first \(grouped(stickers.count)) stickers are used: "
                        + "a pack may have \(grouped(maximumBytes)) bytes of pictures"
                    problems.append(Finding(rule: .amount, line: line))
                    break
                }
                stickers.append(sticker)
                for warning in StickerFile.warnings(for: sticker.pixelSize) {
                    warnings.append("sticker '\(shown(sticker.name))': \(warning)")
                }
            } catch {
                let line = "sticker '\(shown(reader.name))': \(error.reason)"
                problems.append(Finding(rule: error.rule, line: line))
            }
        }
        guard isWanted() else { throw unwanted }
        guard !stickers.isEmpty else {
            let reason = problems.first.map { "; the first problem: \($0.line)" } ?? ""
            throw MayflyError(.invalidPack, "\(shown(location)): no usable sticker\(reason)")
        }
        return StickerPack(
            name: stem(location),
            gridSize: gridSize,
            stickers: stickers,
            findings: problems,
            warnings: warnings
        )
    }

    /// Whether a text is the name of an entry of a folder, and no longer path.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasSameBytes(as: ".") && !text.hasSameBytes(as: "..")
            && !text.utf8.contains(UInt8(ascii: "/"))
    }

    /// Apple's printed sample calls the key `grid-space`, so both keys are read (C-242).
    private static func gridSize(_ contents: JSONObject, _ problems: inout [Finding]) throws(MayflyError) -> GridSize {
        guard let properties = try contents.optionalObject("properties"),
            let name = try properties.optionalText("grid-size", or: "grid-space")
        else { return .regular }
        if let size = GridSize(name: name) { return size }
        let line = "the grid size '\(shown(name))' is not small, regular or large; regular is used"
        problems.append(Finding(rule: .gridSize, line: line))
        return .regular
    }

    /// The last part of a path without its ending.
    static func stem(_ path: String) -> String {
        let name = path.lastPathPart
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// The JSON files of a sticker catalogue.
enum PackFile {
    private static let maximumSize = 256 * 1024

    /// Reads one file; the error names it by `location`, the path of its folder in the bundle.
    static func read(
        _ name: String,
        in folder: borrowing ConfinedFolder,
        location: String
    ) throws(MayflyError) -> JSONObject {
        let file = shown(location + "/" + name, limit: 200)
        let bytes: [UInt8]
        do {
            bytes = try folder.file(name).bytes(limit: maximumSize)
        } catch {
            let reason = error.kind == .missing ? "is missing" : error.reason
            throw MayflyError(.invalidPack, "\(file): \(reason)", cause: error)
        }
        return try JSONObject(bytes, limit: maximumSize, file: file, code: .invalidPack)
    }
}

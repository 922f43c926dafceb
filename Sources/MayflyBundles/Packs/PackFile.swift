internal import MayflyModel

/// The JSON files of a sticker catalogue.
enum PackFile {
    private static let maximumSize = 256 * 1024

    /// Reads one; the error names the file by its place in the bundle.
    static func read(
        _ name: String,
        in folder: borrowing ConfinedFolder,
        place: String
    ) throws(MayflyError) -> JSONObject {
        let file = shown(place + "/" + name, limit: 200)
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

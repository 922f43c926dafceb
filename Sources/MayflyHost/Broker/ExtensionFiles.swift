internal import MayflyABI
internal import MayflyModel

struct ExtensionFiles {
    let privateFolder: String
    let bundleFolder: String
    let media: MediaStore

    func save(_ reference: String, what: String, allowed: (MediaType) -> Bool) throws(MessageError) -> MediaFile {
        throw MessageError(.unknown, "todo")
    }
    func sticker(from record: RecordValue) throws(MessageError) -> Sticker { throw MessageError(.unknown, "todo") }
    func handOver(_ file: MediaFile) -> String? { nil }
}
struct StickerPack {
    var size = StickerBrowser.Size.regular
    init(_ b: ExtensionBundle) throws(MayflyError) {}
    func stickers(savedIn: MediaStore) throws(MayflyError) -> [Sticker?] { [] }
}

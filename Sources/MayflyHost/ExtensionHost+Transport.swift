internal import MayflyBundles
public import MayflyModel
public import MayflyStore
internal import MayflyViews

// What a transport of the app needs.
extension ExtensionHost {
    /// Takes an envelope that a transport of the app has brought to a device of this home folder. Windows that are open on the device
    /// show it. Items that the device has already change nothing, so an envelope may come more than once.
    ///
    /// Nothing in it is trusted: it is checked as what extensions hand over is. Only the transport knows who has sent it: it must check
    /// that this is the owner of `Envelope.sender`.
    ///
    /// - Parameter content: gives the content of a file that an item names and that is not stored here, for example by asking the
    ///   sender's program, which has it by `content(of:)`.
    /// - Throws: `.invalidInput` for an envelope or a content that breaks a rule, and for an item with the identifier of another sender's,
    ///   which could not be shown: its sender must be told that it did not arrive; `.unknownConversation`; `.unknownDevice`; `.store`;
    ///   what `content` throws.
    public func receive(
        _ envelope: Envelope,
        on device: String,
        content: (MediaFile) async throws -> [UInt8]
    ) async throws {
        let device = try store.device(named: device).id
        try store.requireReceivable(envelope, on: device)
        for files in Dictionary(grouping: Set(envelope.items.flatMap(\.files)), by: \.digest).values {
            try await keep(files, content)
        }
        try store.receive(envelope, on: device)
        services.wakeWindows()
    }

    /// The content of a file that was staged, sent or received here.
    ///
    /// - Throws: `.files` where it is missing or damaged.
    public func content(of file: MediaFile) throws(MayflyError) -> [UInt8] { try services.media.read(file) }

    /// Keeps the content of files that have the same digest, unless it is stored, and checks what each of them says of it.
    private func keep(_ files: [MediaFile], _ content: (MediaFile) async throws -> [UInt8]) async throws {
        guard let file = files.first else { return }
        if services.media.touch(file), let bytes = try? services.media.read(file) {
            _ = try check(bytes, for: files, of: file.digest)
            return
        }
        let bytes = try await content(file)
        let said = try check(bytes, for: files, of: file.digest)
        let kept = try services.media.save(bytes, name: file.name, type: said.type, pixelSize: said.size)
        guard kept.digest == file.digest else {
            throw MayflyError.notTaken(file.digest, "it is another one than the item names")
        }
    }

    /// The type and the size of a content, which must be those that all these files say.
    private func check(
        _ bytes: [UInt8],
        for files: [MediaFile],
        of digest: ContentDigest
    ) throws(MayflyError) -> (type: MediaType, size: MediaFile.PixelSize?) {
        guard bytes.count <= ExtensionFiles.maximumSize else {
            throw .notTaken(digest, "\(bytes.count) bytes; the limit is \(ExtensionFiles.maximumSize)")
        }
        let (type, size): (MediaType, MediaFile.PixelSize?)
        do throws(PictureProblem) {
            (type, size) = try MediaRole.attachment.check(bytes)
        } catch {
            throw .notTaken(digest, error.reason)
        }
        for file in files where (file.type, file.byteCount, file.pixelSize) != (type, bytes.count, size) {
            let actual = MediaFile(digest: digest, name: file.name, type: type, byteCount: bytes.count, pixelSize: size)
            let (found, said) = (BubbleText.facts(actual), BubbleText.facts(file))
            throw .notTaken(digest, "it is another one than the item names: \(found); the item says \(said)")
        }
        return (type, size)
    }
}

extension MayflyError {
    fileprivate static func notTaken(_ digest: ContentDigest, _ reason: String) -> MayflyError {
        MayflyError(.invalidInput, "the content of the file \(digest) is not taken: \(reason)")
    }
}

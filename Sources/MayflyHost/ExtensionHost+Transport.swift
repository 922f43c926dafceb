internal import MayflyBundles
public import MayflyModel
public import MayflyStore

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
    /// - Throws: `.invalidInput` for an envelope or a content that breaks a rule; `.unknownConversation`; `.unknownDevice`; `.store`;
    ///   what `content` throws.
    public func receive(
        _ envelope: Envelope,
        on device: String,
        content: (MediaFile) async throws -> [UInt8]
    ) async throws {
        let device = try store.device(named: device).id
        try store.requireReceivable(envelope, on: device)
        for file in Set(envelope.items.flatMap(\.files)) where !services.media.touch(file) {
            try keep(file, try await content(file))
        }
        try store.receive(envelope, on: device)
        services.wakeWindows()
    }

    /// The content of a file that was staged, sent or received here.
    ///
    /// - Throws: `.files` where it is missing or damaged.
    public func content(of file: MediaFile) throws(MayflyError) -> [UInt8] { try services.media.read(file) }

    private func keep(_ file: MediaFile, _ bytes: [UInt8]) throws(MayflyError) {
        func wrong(_ reason: String) -> MayflyError {
            MayflyError(.invalidInput, "the content of the file \(file.digest) is not taken: \(reason)")
        }
        guard bytes.count <= ExtensionFiles.maximumSize else {
            throw wrong("\(bytes.count) bytes; the limit is \(ExtensionFiles.maximumSize)")
        }
        let (type, size): (MediaType, MediaFile.PixelSize?)
        do throws(PictureProblem) {
            (type, size) = try MediaRole.attachment.check(bytes)
        } catch {
            throw wrong(error.reason)
        }
        let kept = try services.media.save(bytes, name: file.name, type: type, pixelSize: size)
        guard (kept.digest, kept.type, kept.byteCount) == (file.digest, file.type, file.byteCount) else {
            throw wrong("it is another one than the item names")
        }
    }
}

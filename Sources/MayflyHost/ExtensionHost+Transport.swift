internal import MayflyBundles
internal import MayflyLinux
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
    /// Envelopes are checked one after the other, in a thread of their own. In a task that is cancelled, one that waits for its turn throws
    /// a `CancellationError`, and is to be handed over again.
    ///
    /// - Parameter content: gives the content of a file that an item names and that is not stored here, for example by asking the
    ///   sender's program, which has it by `content(of:)`.
    ///
    /// - Throws: `.invalidInput` for an envelope or a content that breaks a rule, and for an item with the identifier of another sender's,
    ///   which could not be shown: its sender must be told that it did not arrive; `.unknownConversation`; `.unknownDevice`; `.store`;
    ///   what `content` throws.
    public func receive(
        _ envelope: Envelope,
        on device: String,
        content: (MediaFile) async throws -> [UInt8]
    ) async throws {
        let (store, receiving) = (store, services.receiving)
        let arrival = try await receiving.run { _ in
            try store.arrival(of: envelope, on: store.device(named: device).id)
        }
        guard let arrival else { return }
        let checked = try await keep(Array(Dictionary(grouping: arrival.files, by: \.digest).values), content)
        try await receiving.run { _ in try store.receive(arrival, checked: checked) }
        services.wakeWindows()
    }

    /// The content of a file that was staged, sent or received here. It is read and compared with its digest before this returns, so
    /// a transport calls it where it may wait.
    ///
    /// - Throws: `.files` where it is missing or damaged.
    public func content(of file: MediaFile) throws(MayflyError) -> [UInt8] { try services.media.read(file) }

    /// Keeps the content of files that are not stored, and checks what all of them say of it. Each group has the files of one digest.
    ///
    /// - Returns: those that were stored, as they are.
    private func keep(
        _ groups: [[MediaFile]],
        _ content: (MediaFile) async throws -> [UInt8]
    ) async throws -> [MediaFile] {
        guard !groups.isEmpty else { return [] }
        let missing = try await services.receiving.run { _ in try self.missing(of: groups) }
        var checked: [MediaFile] = []
        for files in missing {
            guard let file = files.first else { continue }
            let bytes = try await content(file)
            checked.append(try await services.receiving.run { _ in try self.save(bytes, for: files, of: file) })
        }
        return checked
    }

    /// The groups whose content is not stored. The others are checked by what is noted of their content, which is read only where that
    /// is missing: a peer can name the same files as often as it likes.
    private func missing(of groups: [[MediaFile]]) throws(MayflyError) -> [[MediaFile]] {
        let media = services.media
        let known = try store.checkedFiles(named: groups.flatMap { $0.map(\.storedName) })
        var read: [MediaFile] = []
        // Also where an item is refused. What is not noted is read once more.
        defer { try? store.note(checked: read) }
        var missing: [[MediaFile]] = []
        for files in groups {
            guard let file = files.first else { continue }
            if !media.touchWhole(file) {
                missing.append(files)
            } else if let checked = known[file.storedName] {
                let actual = MediaFile(
                    digest: file.digest,
                    name: file.name,
                    type: checked.type,
                    byteCount: checked.byteCount,
                    pixelSize: checked.pixelSize
                )
                try require(files, toBe: actual)
            } else if let bytes = try? media.read(file) {
                let actual = try check(bytes, of: file)
                read.append(actual)
                try require(files, toBe: actual)
            } else {
                missing.append(files)
            }
        }
        return missing
    }

    /// Stores a content that came, if it is what all these files say, and gives the file.
    private func save(_ bytes: [UInt8], for files: [MediaFile], of file: MediaFile) throws(MayflyError) -> MediaFile {
        let actual = try check(bytes, of: file)
        try require(files, toBe: actual)
        let kept = try services.media.save(bytes, name: file.name, type: actual.type, pixelSize: actual.pixelSize)
        guard kept.digest == file.digest else {
            throw MayflyError.notTaken(file.digest, "it is another one than the item names")
        }
        return kept
    }

    /// What a content is, with the digest and the name that an item says.
    private func check(_ bytes: [UInt8], of file: MediaFile) throws(MayflyError) -> MediaFile {
        guard bytes.count <= ExtensionFiles.maximumSize else {
            throw .notTaken(file.digest, "\(bytes.count) bytes; the limit is \(ExtensionFiles.maximumSize)")
        }
        do throws(PictureProblem) {
            let (type, size) = try MediaRole.attachment.check(bytes)
            return MediaFile(
                digest: file.digest,
                name: file.name,
                type: type,
                byteCount: bytes.count,
                pixelSize: size
            )
        } catch {
            throw .notTaken(file.digest, error.reason)
        }
    }

    private func require(_ files: [MediaFile], toBe actual: MediaFile) throws(MayflyError) {
        for file in files
        where (file.type, file.byteCount, file.pixelSize) != (actual.type, actual.byteCount, actual.pixelSize) {
            let (found, said) = (BubbleText.facts(actual), BubbleText.facts(file))
            throw .notTaken(file.digest, "it is another one than the item names: \(found); the item says \(said)")
        }
    }
}

extension MayflyError {
    fileprivate static func notTaken(_ digest: ContentDigest, _ reason: String) -> MayflyError {
        MayflyError(.invalidInput, "the content of the file \(digest) is not taken: \(reason)")
    }
}

internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// Converts the pictures of messages before delivery, after the transcript was updated (model 3.9 step 6, 7.6).
///
/// Converts a layout's image, and its media file if that is a still picture. Animations, movies, stickers and attachments
/// are sent unchanged (C-245, C-019). So are pictures that cannot be converted: nothing is dropped.
struct OutgoingMedia: Sendable {
    /// Takes a line about each picture that could not be converted, or not in the whole sandbox, with its extension.
    typealias Report = @Sendable (ExtensionID?, String) -> Void

    private let media: MediaStore
    private let converter: PictureConverter

    init(media: MediaStore, converter: PictureConverter) {
        self.media = media
        self.converter = converter
    }

    /// The envelope as its receivers get it: the same items with converted files.
    ///
    /// - Throws: when the task was cancelled before all pictures were converted. No picture is sent as it is for that.
    func converted(_ envelope: Envelope, report: Report) async throws(CancellationError) -> Envelope {
        var items: [Item] = []
        for item in envelope.items { items.append(try await converted(item, report)) }
        return envelope.replacing(items)
    }

    private func converted(_ item: Item, _ report: Report) async throws(CancellationError) -> Item {
        guard var layout = item.message?.layout else { return item }
        func convert(
            _ file: MediaFile,
            _ scope: PictureConversion.Scope
        ) async throws(CancellationError) -> MediaFile {
            let conversion = await converter.convert(
                media.path(of: file),
                scope: scope,
                for: item.origin?.extensionID
            )
            func say(_ line: String) {
                report(item.origin?.extensionID, "the picture '\(shown(file.name))' is \(line)")
            }
            if let line = conversion.remains { report(item.origin?.extensionID, line) }
            do throws(ConversionFailure) {
                let converted = try kept(try conversion.picture(), in: file)
                if !conversion.missing.isEmpty {
                    say("converted in a sandbox that lacks \(SandboxLayer.list(conversion.missing))")
                }
                return converted
            } catch {
                if error == .cancelled { throw CancellationError() }
                say("sent as it is: \(error.reason)")
                return file
            }
        }
        if let image = layout.image { layout.image = try await convert(image, .first) }
        if let file = layout.media, file.type.isPicture { layout.media = try await convert(file, .stills) }
        return item.replacing(layout)
    }

    /// Stores the converted picture, and gives its file; without one it gives the original file.
    private func kept(
        _ picture: (bytes: [UInt8], info: PictureInfo)?,
        in file: MediaFile
    ) throws(ConversionFailure) -> MediaFile {
        guard let picture else { return file }
        do throws(MayflyError) {
            return try media.save(picture.bytes, name: file.name, type: .jpeg, pixelSize: picture.info.size)
        } catch {
            throw .notKept(error.message)
        }
    }
}

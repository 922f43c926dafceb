internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import NIOCore
internal import NIOHTTP1

/// A file of the media store, as a browser gets it: a movie to play, or a file to save, and so that it can be nothing but that.
/// Pictures are shown by `ShownFile`.
struct StoredFile {
    /// What a browser may do with a file of somebody else: nothing but show it.
    static let policy = "default-src 'none'; sandbox"

    private let host: ExtensionHost
    private let digest: ContentDigest
    private let size: Int
    private let type: MediaType

    /// Nil where there is no such file.
    init?(_ name: Substring, of host: ExtensionHost) {
        guard let digest = ContentDigest(rawValue: String(name)), let type = try? host.mediaType(digest),
            let size = try? host.media(digest, from: 0, most: 0).size
        else {
            return nil
        }
        (self.host, self.digest, self.size, self.type) = (host, digest, size, type)
    }

    /// - Parameters:
    ///   - range: the value of the header `Range`; a part of the file is wanted, as players of movies do.
    ///   - isDownload: whether the browser is to save it and not to show it.
    func answer(range: String?, isDownload: Bool) -> Answer {
        let bounds = range.flatMap { ByteRange.wanted($0, of: size) }
        if range != nil, bounds == nil {
            return Answer(.rangeNotSatisfiable, type: "text/plain", .bytes(ByteBuffer()))
                .adding("Content-Range", "bytes */\(size)")
        }
        let wanted = bounds ?? 0..<size
        let isSaved = isDownload || !isMovie
        var answer = Answer(
            bounds == nil ? .ok : .partialContent,
            type: isSaved ? savedType : type.inBrowsers,
            .pieces(count: wanted.count) { [host, digest] offset, most in
                try host.media(digest, from: wanted.lowerBound + offset, most: most).bytes
            }
        )
        .limited(to: Self.policy)
        .adding("Accept-Ranges", "bytes")
        if bounds != nil {
            answer = answer.adding("Content-Range", "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(size)")
        }
        return isSaved ? answer.adding("Content-Disposition", "attachment") : answer
    }

    private var isMovie: Bool { type.isPlayable && !type.isPicture }

    /// The type of what the browser only saves. It never shows that.
    private var savedType: String { type == .text ? type.inBrowsers : "application/octet-stream" }
}

/// A picture of the media store, as a browser shows it.
struct ShownFile {
    private let host: ExtensionHost
    private let digest: ContentDigest

    /// Nil for what is no name of a file.
    init?(_ name: Substring, of host: ExtensionHost) {
        guard let digest = ContentDigest(rawValue: String(name)) else { return nil }
        (self.host, self.digest) = (host, digest)
    }

    /// The picture of an attachment or a layout: a JPEG or PNG that the host has made of it.
    func picture() async -> Answer {
        do throws(MayflyError) {
            let bytes = try await host.shownPicture(digest)
            let type = MediaProbe.type(of: bytes, isWhole: true)
            return Self.answer(bytes, type == .png ? .png : .jpeg)
        } catch {
            return Self.refusal(error)
        }
    }

    /// The file of a sticker, byte for byte: it is sent on as it is.
    ///
    /// - Parameter use: the value of the header `Sec-Fetch-Dest`; a browser says with it what it will do with the file.
    func sticker(use: String?) -> Answer {
        guard use == nil || use == "image" else {
            return .refusal(.forbidden, "A sticker is shown as a picture, and as nothing else.")
        }
        do throws(MayflyError) {
            let (bytes, type) = try host.sticker(digest)
            return Self.answer(bytes, type)
        } catch {
            return Self.refusal(error)
        }
    }

    private static func answer(_ bytes: [UInt8], _ type: MediaType) -> Answer {
        Answer(type: type.inBrowsers, .bytes(ByteBuffer(bytes: bytes))).limited(to: StoredFile.policy)
    }

    private static func refusal(_ error: MayflyError) -> Answer {
        guard error.code == .notPossibleNow else {
            return .refusal(.notFound, "There is no such picture, or it cannot be shown.")
        }
        return .refusal(.serviceUnavailable, "The picture takes long, and others that do come first.")
            .adding("Retry-After", "2")
    }
}

extension MediaType {
    /// The name that browsers know it by.
    fileprivate var inBrowsers: String {
        switch self {
        case .png, .apng: "image/png"
        case .gif: "image/gif"
        case .jpeg: "image/jpeg"
        case .mp4: "video/mp4"
        case .quicktime: "video/quicktime"
        case .webm: "video/webm"
        case .text: "text/plain; charset=utf-8"
        case .data: "application/octet-stream"
        }
    }
}

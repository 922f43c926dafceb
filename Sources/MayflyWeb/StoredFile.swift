internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import NIOCore
internal import NIOHTTP1

/// A file of the media store, as a browser gets it: of a type that the host knows, and so that it can be nothing but that.
struct StoredFile {
    private let host: ExtensionHost
    private let digest: ContentDigest
    private let size: Int
    private let type: MediaType

    /// Nil where there is no such file.
    init?(_ name: Substring, of host: ExtensionHost) {
        guard let digest = ContentDigest(rawValue: String(name)),
            let beginning = try? host.media(digest, from: 0, most: 4_096)
        else {
            return nil
        }
        let isWhole = beginning.bytes.count == beginning.size
        self.host = host
        self.digest = digest
        size = beginning.size
        type = MediaProbe.type(of: beginning.bytes, isWhole: isWhole) ?? .text
    }

    /// - Parameters:
    ///   - range: the value of the header `Range`; a part of the file is wanted, as players of movies do.
    ///   - isDownload: whether the browser is to save it and not to show it.
    func answer(range: String?, isDownload: Bool) -> Answer {
        let bounds = range.flatMap { Self.bounds($0, of: size) }
        if range != nil, bounds == nil {
            return Answer(.rangeNotSatisfiable, type: "text/plain", .bytes(ByteBuffer()))
                .adding("Content-Range", "bytes */\(size)")
        }
        let wanted = bounds ?? 0..<size
        var answer = Answer(
            bounds == nil ? .ok : .partialContent,
            type: mediaType,
            .pieces(count: wanted.count) { [host, digest] offset, most in
                try host.media(digest, from: wanted.lowerBound + offset, most: most).bytes
            }
        )
        .limited(to: "default-src 'none'; sandbox")
        .adding("Accept-Ranges", "bytes")
        if bounds != nil {
            answer = answer.adding("Content-Range", "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(size)")
        }
        return isDownload || type == .text ? answer.adding("Content-Disposition", "attachment") : answer
    }

    private var mediaType: String {
        switch type {
        case .png, .apng: "image/png"
        case .gif: "image/gif"
        case .jpeg: "image/jpeg"
        case .mp4: "video/mp4"
        case .quicktime: "video/quicktime"
        case .webm: "video/webm"
        case .text: "text/plain; charset=utf-8"
        }
    }

    /// The one range that is asked for, such as `bytes=0-` or `bytes=-100`; nil for another form, or outside the file.
    private static func bounds(_ header: String, of size: Int) -> Range<Int>? {
        guard header.hasPrefix("bytes=") else { return nil }
        let parts = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
        let (first, last) = (Int(parts[0]), Int(parts[1]))
        guard let first else {
            guard parts[0].isEmpty, let last, last > 0, size > 0 else { return nil }
            return max(0, size - last)..<size
        }
        guard first < size, last.map({ $0 >= first }) ?? parts[1].isEmpty else { return nil }
        return first..<min(size, last.map { $0 == .max ? size : $0 + 1 } ?? size)
    }
}

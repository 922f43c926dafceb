package import MayflyModel

/// Determines the type of a file from its content, never from its name.
package enum MediaProbe {
    /// The type of a file, from its first bytes; nil for an unknown type.
    ///
    /// `isWhole` means that the file ends after them, so that an incomplete character at the end is an error.
    package static func type(of head: [UInt8], isWhole: Bool) -> MediaType? {
        if head.starts(with: PNGInspector.signature) { return PNGInspector.isAnimated(head) ? .apng : .png }
        if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) { return .gif }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return isWebM(head) ? .webm : nil }
        return movie(head) ?? (isText(head, isWhole: isWhole) ? .text : nil)
    }

    /// Checks the whole structure of a picture without decoding pixels.
    ///
    /// Throws for a file that is not a picture, and for a truncated or damaged one.
    package static func picture(_ bytes: [UInt8]) throws(PictureProblem) -> PictureInfo {
        try picture(bytes, parts: PictureSize.maximumParts)
    }

    /// The same for a picture that may have so many chunks, blocks or segments.
    static func picture(_ bytes: [UInt8], parts: Int) throws(PictureProblem) -> PictureInfo {
        switch type(of: bytes, isWhole: true) {
        case .png, .apng: return try PNGInspector.inspect(bytes, parts: parts)
        case .gif: return try GIFInspector.inspect(bytes, parts: parts)
        case .jpeg: return try JPEGInspector.inspect(bytes, parts: parts)
        case let other?: throw PictureProblem("\(other.rawValue), not a picture")
        case nil where bytes.isEmpty: throw PictureProblem("an empty file, not a picture")
        case nil: throw PictureProblem("not a picture: neither PNG, GIF nor JPEG by its content")
        }
    }
}

extension MediaProbe {
    /// Checks that the structure of a file of this type is complete, and returns the size of a picture; nil for other
    /// types.
    package static func checked(_ bytes: [UInt8], as type: MediaType) throws(PictureProblem) -> MediaFile.PixelSize? {
        switch type {
        case .png, .apng, .gif, .jpeg: return try picture(bytes).size
        case .mp4, .quicktime: try MovieInspector.inspect(bytes)
        case .webm, .text, .data: break
        }
        return nil
    }

    /// The DocType element of the EBML header says which kind of Matroska it is (RFC 8794, 11.2.7).
    private static func isWebM(_ head: [UInt8]) -> Bool {
        let header = head.prefix(256)
        let element = header.indices.first { header[$0...].starts(with: [0x42, 0x82]) }
        guard let element else { return false }
        return header[element...].dropFirst(2).starts(with: [0x84] + Array("webm".utf8))
    }

    /// A file of boxes (ISO/IEC 14496-12): the first box names the brand; older QuickTime files begin with others.
    private static func movie(_ head: [UInt8]) -> MediaType? {
        guard head.count >= 12 else { return nil }
        switch String(decoding: head[4..<8], as: UTF8.self) {
        case "ftyp": break
        case "moov", "mdat", "wide": return .quicktime
        default: return nil
        }
        let length = min(head.count, head[0..<4].reduce(0) { $0 << 8 | Int($1) }, 512)
        let brands = stride(from: 8, to: max(length, 12) - 3, by: 4).filter { $0 != 12 }
            .map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) }
        if brands.first == "qt  " { return .quicktime }
        let isMP4 = brands.contains { brand in
            ["iso", "mp4", "avc", "M4V", "M4A", "dash", "MSNV", "3gp", "f4v"].contains(where: brand.hasPrefix)
        }
        let isPicture = ["heic", "heix", "avif", "avis", "mif1", "msf1", "crx "].contains(brands.first ?? "")
        return isMP4 && !isPicture ? .mp4 : nil
    }

    /// UTF-8 whose only control characters are tabs and line breaks.
    private static func isText(_ head: [UInt8], isWhole: Bool) -> Bool {
        guard !head.isEmpty else { return false }
        // At the end of an incomplete text up to three bytes of a character may be missing.
        let cuts = isWhole ? 0...0 : 0...min(3, head.count - 1)
        guard let text = cuts.lazy.compactMap({ String(validating: head.dropLast($0), as: UTF8.self) }).first else {
            return false
        }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: true
            case 0..<0x20, 0x7F..<0xA0: false
            default: true
            }
        }
    }
}

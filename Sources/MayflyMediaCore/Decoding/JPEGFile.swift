internal import CTurboJPEG
internal import MayflyModel

/// Reads and writes JPEG with libjpeg-turbo.
package enum JPEGFile {
    /// Decodes a JPEG. A large one is decoded at a reduced size, with a longer side of at least `side` pixels: that is
    /// faster, and takes less memory.
    package static func decode(
        _ bytes: [UInt8],
        atLeast side: Int = .max,
        most: Int = PictureRules.maximumPixels
    ) throws(TranscodingError) -> Pixels {
        guard let decoder = tjInitDecompress() else { throw .damaged(tjGetErrorStr2(nil)) }
        defer { tjDestroy(decoder) }
        var (width, height, sampling, colours) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let size = UInt(bytes.count)
        guard tjDecompressHeader3(decoder, bytes, size, &width, &height, &sampling, &colours) == 0 else {
            throw .damaged(tjGetErrorStr2(decoder))
        }
        try TranscodingError.checkPixels(Int(width), Int(height), most: most)
        let (newWidth, newHeight) = reduced(Int(width), Int(height), atLeast: side)
        let isInk = [TJCS_CMYK.rawValue, TJCS_YCCK.rawValue].contains(UInt32(colours))
        let format = isInk ? TJPF_CMYK : TJPF_RGB
        var samples = [UInt8](repeating: 0, count: newWidth * newHeight * (isInk ? 4 : 3))
        // Refuse a picture with a damaged part, and one with too many progressive scans.
        let flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT
        let status = tjDecompress2(
            decoder,
            bytes,
            size,
            &samples,
            Int32(newWidth),
            0,
            Int32(newHeight),
            format.rawValue,
            flags
        )
        guard status == 0 else { throw .damaged(tjGetErrorStr2(decoder)) }
        return Pixels(width: newWidth, height: newHeight, bytes: isInk ? light(fromInk: samples) : samples)
    }

    /// Encodes the pixels, without metadata.
    static func encode(_ pixels: Pixels) throws(TranscodingError) -> [UInt8] {
        guard let encoder = tjInitCompress() else { throw .damaged(tjGetErrorStr2(nil)) }
        defer { tjDestroy(encoder) }
        var packed: UnsafeMutablePointer<UInt8>?
        defer { tjFree(packed) }
        var size: UInt = 0
        let status = tjCompress2(
            encoder,
            pixels.bytes,
            Int32(pixels.width),
            0,
            Int32(pixels.height),
            TJPF_RGB.rawValue,
            &packed,
            &size,
            Int32(TJSAMP_420.rawValue),
            Int32(PictureRules.quality),
            TJFLAG_ACCURATEDCT
        )
        guard status == 0, let packed else { throw .damaged(tjGetErrorStr2(encoder)) }
        return Array(UnsafeBufferPointer(start: packed, count: Int(size)))
    }

    /// The smallest size that the decoder offers (in eighths of the full size) that is large enough.
    private static func reduced(_ width: Int, _ height: Int, atLeast side: Int) -> (Int, Int) {
        for eighths in 1..<8 {
            let (newWidth, newHeight) = ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
            if max(newWidth, newHeight) >= side { return (newWidth, newHeight) }
        }
        return (width, height)
    }

    /// Converts CMYK to RGB. Programs write CMYK inverted, so 255 means no ink.
    private static func light(fromInk ink: [UInt8]) -> [UInt8] {
        var light: [UInt8] = []
        light.reserveCapacity(ink.count / 4 * 3)
        for offset in stride(from: 0, to: ink.count, by: 4) {
            let black = Int(ink[offset + 3])
            for part in 0..<3 { light.append(UInt8((Int(ink[offset + part]) * black + 127) / 255)) }
        }
        return light
    }

    /// The Exif data, from its TIFF header on; nil when the file has none or is no JPEG.
    static func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let (marker, length) = (bytes[offset + 1], Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
            // The pixels begin at the scan.
            guard marker != 0xDA, length >= 2, offset + 2 + length <= bytes.count else { return nil }
            let content = bytes[offset + 4..<offset + 2 + length]
            if marker == 0xE1, content.starts(with: Array("Exif".utf8) + [0, 0]) { return content.dropFirst(6) }
            offset += 2 + length
        }
        return nil
    }
}

internal import CMayflyPipeWire
internal import CTurboJPEG
internal import MayflyModel

/// A frame of a camera.
struct CameraFrame {
    private let frame: mayfly_frame

    private static let quality: Int32 = 92

    /// The bytes of the frame stay the caller's, and must live as long as this.
    init(_ frame: mayfly_frame) { self.frame = frame }

    /// The frame as a JPEG, which cameras may have made themselves.
    func jpeg() throws(Ending) -> [UInt8] {
        guard let bytes = frame.bytes else { throw .unavailable("the camera gives no picture") }
        let all = UnsafeBufferPointer(start: bytes, count: frame.size)
        switch frame.format {
        case MAYFLY_FRAME_JPEG: return Array(all)
        case MAYFLY_FRAME_RGB: return try encoded(all, TJPF_RGB)
        case MAYFLY_FRAME_BGR: return try encoded(all, TJPF_BGR)
        case MAYFLY_FRAME_RGBX, MAYFLY_FRAME_RGBA: return try encoded(all, TJPF_RGBX)
        case MAYFLY_FRAME_BGRX, MAYFLY_FRAME_BGRA: return try encoded(all, TJPF_BGRX)
        case MAYFLY_FRAME_YUY2: return try rgb(all, luma: 0)
        case MAYFLY_FRAME_UYVY: return try rgb(all, luma: 1)
        default: throw .unavailable("the camera gives pictures of an unknown format")
        }
    }

    private func encoded(_ pixels: UnsafeBufferPointer<UInt8>, _ format: TJPF, stride: UInt32? = nil) throws(Ending)
        -> [UInt8]
    {
        guard let encoder = tjInitCompress() else { throw .unavailable("the picture cannot be encoded") }
        defer { tjDestroy(encoder) }
        var packed: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(packed) }
        let status = tjCompress2(
            encoder,
            pixels.baseAddress,
            Int32(frame.width),
            Int32(stride ?? frame.stride),
            Int32(frame.height),
            Int32(format.rawValue),
            &packed,
            &size,
            Int32(TJSAMP_420.rawValue),
            Self.quality,
            0
        )
        guard status == 0 else { throw .unavailable("the picture cannot be encoded") }
        return Array(UnsafeBufferPointer(start: packed, count: Int(size)))
    }

    private func rgb(_ bytes: UnsafeBufferPointer<UInt8>, luma: Int) throws(Ending) -> [UInt8] {
        let pixels = Self.pixels(
            bytes,
            width: Int(frame.width),
            height: Int(frame.height),
            stride: Int(frame.stride),
            luma: luma
        )
        return try pixels.withUnsafeBufferPointer { buffer throws(Ending) in
            try encoded(buffer, TJPF_RGB, stride: frame.width * 3)
        }
    }

    /// Two pixels have a luma each and share two chromas (ITU-R BT.601, limited range). Gives three bytes for each pixel.
    ///
    /// - Parameter luma: the place of the first luma, 0 or 1.
    static func pixels(_ bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int, luma: Int)
        -> [UInt8]
    {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for row in 0..<height {
            for column in 0..<width {
                let pair = row * stride + column / 2 * 4
                // The last pixel of an odd row has no partner, and perhaps no second chroma.
                func part(_ offset: Int) -> Int { pair + offset < bytes.count ? Int(bytes[pair + offset]) : 128 }
                let light = 298 * (part(luma + column % 2 * 2) - 16)
                let (blue, red) = (part(1 - luma) - 128, part(3 - luma) - 128)
                for value in [light + 409 * red, light - 100 * blue - 208 * red, light + 516 * blue] {
                    pixels.append(UInt8(clamping: (value + 128) >> 8))
                }
            }
        }
        return pixels
    }
}

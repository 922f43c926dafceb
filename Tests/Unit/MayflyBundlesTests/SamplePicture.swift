/// Pictures that are built byte by byte.
enum SamplePicture {
    /// A PNG of one colour with this size in its header; `animation` adds the chunk that makes it an APNG.
    static func png(width: UInt32 = 300, height: UInt32 = 300, animation: Bool = false, padding: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", big(width) + big(height) + [1, 0, 0, 0, 0])
        if animation { bytes += chunk("acTL", big(2) + big(0)) + chunk("fcTL", []) + chunk("fcTL", []) }
        if padding > 0 { bytes += chunk("prVt", [UInt8](repeating: 7, count: padding)) }
        bytes += chunk("IDAT", [0x78, 0x9C, 0x63, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01])
        return bytes + chunk("IEND", [])
    }

    /// A GIF of 1 bit a pixel with this number of frames.
    static func gif(width: UInt16 = 300, height: UInt16 = 300, frames: Int = 1) -> [UInt8] {
        let size = [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)]
        var bytes = Array("GIF89a".utf8) + size + [0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
        for _ in 0..<frames {
            bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
            bytes += [0x2C, 0, 0, 0, 0] + size + [0] + [2, 2, 0x4C, 0x01, 0]
        }
        return bytes + [0x3B]
    }

    /// The markers of a JPEG, with scan data that is not decodable.
    static func jpeg(width: UInt16 = 300, height: UInt16 = 300) -> [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8] + size + [1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0x4A, 0x46] + frame + scan + [0xFF, 0xD9]
    }

    static func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return big(UInt32(data.count)) + body + big(checksum(body))
    }

    /// CRC-32 bit by bit, independent of the table of the tested code.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}

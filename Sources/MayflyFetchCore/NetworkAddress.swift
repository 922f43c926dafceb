internal import Glibc

/// An address of the network that a connection is made to.
struct NetworkAddress: Equatable {
    /// 4 or 16 bytes, the most significant first.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Nil for a family that is neither IPv4 nor IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            var own = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            bytes = withUnsafeBytes(of: &own) { Array($0) }
        case AF_INET6:
            var own = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            bytes = withUnsafeBytes(of: &own) { Array($0) }
        default: return nil
        }
    }

    /// Networks that no public server has (the special-purpose registries of IANA, RFC 6890), as bytes and the length of the prefix.
    private static let reserved4: [([UInt8], Int)] = [
        ([0, 0, 0, 0], 8), ([10, 0, 0, 0], 8), ([100, 64, 0, 0], 10), ([127, 0, 0, 0], 8), ([169, 254, 0, 0], 16),
        ([172, 16, 0, 0], 12), ([192, 0, 0, 0], 24), ([192, 0, 2, 0], 24), ([192, 88, 99, 0], 24),
        ([192, 168, 0, 0], 16),
        ([198, 18, 0, 0], 15), ([198, 51, 100, 0], 24), ([203, 0, 113, 0], 24), ([224, 0, 0, 0], 3),
    ]

    /// Whether it can be that of a public server. An address of IPv6 that carries one of IPv4 counts as that one.
    var isPublic: Bool {
        if bytes.count == 4 { return !Self.reserved4.contains { Self.has(bytes, $0.0, $0.1) } }
        guard bytes.count == 16 else { return false }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return NetworkAddress(bytes: Array(bytes.suffix(4))).isPublic
        }
        // 64:ff9b::/96 is translated to IPv4 (RFC 6052).
        if Self.has(bytes, [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 12), 96) {
            return NetworkAddress(bytes: Array(bytes.suffix(4))).isPublic
        }
        // 2002::/16 carries one of IPv4 (RFC 3056); 2001::/23 is for protocols, 2001:db8::/32 for documents.
        if bytes[0] == 0x20, bytes[1] == 0x02 { return NetworkAddress(bytes: Array(bytes[2..<6])).isPublic }
        if bytes[0] == 0x20, bytes[1] == 0x01, bytes[2] < 2 || (bytes[2] == 0x0D && bytes[3] == 0xB8) { return false }
        // So is 3fff::/20 (RFC 9637).
        if bytes[0] == 0x3F, bytes[1] == 0xFF, bytes[2] < 0x10 { return false }
        // Global unicast (RFC 4291) is 2000::/3; all else is local, multicast or not given out.
        return bytes[0] & 0xE0 == 0x20
    }

    private static func has(_ bytes: [UInt8], _ network: [UInt8], _ length: Int) -> Bool {
        for bit in 0..<length {
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            if bytes[bit / 8] & mask != network[bit / 8] & mask { return false }
        }
        return true
    }
}

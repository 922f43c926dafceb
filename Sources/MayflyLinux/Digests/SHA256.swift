internal import CSodium

/// SHA-256 of bytes that are added in pieces (FIPS 180-4).
package struct SHA256 {
    private var state = crypto_hash_sha256_state()

    /// Starts a digest without bytes.
    package init() { crypto_hash_sha256_init(&state) }

    /// Appends bytes.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { piece in
            _ = crypto_hash_sha256_update(&state, piece.baseAddress, UInt64(piece.count))
        }
        if isDone == nil { update(Array(bytes)) }
    }

    /// The 32 bytes of the digest.
    package consuming func finalize() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest
    }

    /// The digest of all bytes at once.
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }
}

internal import CSodium

/// Message authentication codes with SHA-256 (RFC 2104).
package enum HMACSHA256 {
    /// The 32 bytes of the code of `bytes` under a key of any length.
    package static func code(for bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        crypto_auth_hmacsha256_init(&state, key, key.count)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        crypto_auth_hmacsha256_final(&state, &code)
        return code
    }
}

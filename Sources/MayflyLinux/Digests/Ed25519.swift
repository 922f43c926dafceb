internal import CSodium

/// Signatures of Ed25519 (RFC 8032).
package enum Ed25519 {
    /// Bytes of a public key, and of the seed that a private key is made from.
    package static let keySize = Int(crypto_sign_PUBLICKEYBYTES)
    /// Bytes of a signature.
    package static let signatureSize = Int(crypto_sign_BYTES)

    /// Whether the holder of the private key has signed these bytes; false for a key or a signature of another size.
    package static func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureSize, publicKey.count == keySize else { return false }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }

    /// A new seed, from the random numbers of the kernel.
    package static func newSeed() -> [UInt8] {
        var seed = [UInt8](repeating: 0, count: keySize)
        randombytes_buf(&seed, seed.count)
        return seed
    }

    /// A private key, in memory only.
    package struct PrivateKey: Sendable {
        private let secret: [UInt8]
        /// The public key that belongs to it.
        package let publicKey: [UInt8]

        /// The key of a seed of 32 secret bytes; nil for another size.
        package init?(seed: [UInt8]) {
            guard seed.count == keySize else { return nil }
            var publicKey = [UInt8](repeating: 0, count: keySize)
            var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
            guard crypto_sign_seed_keypair(&publicKey, &secret, seed) == 0 else { return nil }
            self.secret = secret
            self.publicKey = publicKey
        }

        /// The signature of these bytes.
        package func signature(of message: [UInt8]) -> [UInt8] {
            var signature = [UInt8](repeating: 0, count: signatureSize)
            crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
            return signature
        }
    }
}

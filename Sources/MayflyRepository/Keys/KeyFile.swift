internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// Files of keys: PEM, as `openssl genpkey -algorithm ed25519` writes them (RFC 8410).
package enum KeyFile {
    private static let privateHeader: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    private static let publicHeader: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    private static let limit = 16 * 1024

    /// Makes a new key, and writes `path.key`, which only its owner can read, and `path.pub`.
    ///
    /// Throws `.invalidName` for a path without a name at its end, `.alreadyExists` where one of the files is there, and `.files`.
    package static func make(at path: String) throws(MayflyError) -> PublicKey {
        try requireName(path)
        let (secret, open) = (path + ".key", path + ".pub")
        for file in [secret, open] where FileManager.default.fileExists(atPath: file) {
            throw MayflyError(
                .alreadyExists,
                "\(shown(file, limit: 300)): a key is never replaced; choose another name"
            )
        }
        let seed = Ed25519.newSeed()
        guard let key = Ed25519.PrivateKey(seed: seed), let shared = PublicKey(bytes: key.publicKey) else {
            throw MayflyError(.internalFault, "no key could be made")
        }
        try DurableFile.write(pem("PRIVATE KEY", privateHeader + seed), to: secret)
        try DurableFile.write(pem("PUBLIC KEY", publicHeader + key.publicKey), to: open, isPublic: true)
        return shared
    }

    /// Throws `.invalidName` for a path that ends in no name, whose files would be hidden ones.
    package static func requireName(_ path: String) throws(MayflyError) {
        let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
        guard name?.contains(where: { $0 != UInt8(ascii: ".") }) == true else {
            throw MayflyError(
                .invalidName,
                "a key needs a name, which may be a path such as keys/root-1; found '\(shown(path, limit: 300))'"
            )
        }
    }

    /// Reads a private key; throws `.invalidInput` with the name of the file.
    package static func privateKey(at path: String) throws(MayflyError) -> SigningKey {
        let bytes = try body(of: path, label: "PRIVATE KEY", header: privateHeader)
        guard let key = Ed25519.PrivateKey(seed: bytes), let shared = PublicKey(bytes: key.publicKey) else {
            throw refusal(path, "PRIVATE KEY")
        }
        return SigningKey(key: key, publicKey: shared)
    }

    /// Reads a public key; throws `.invalidInput` with the name of the file.
    package static func publicKey(at path: String) throws(MayflyError) -> PublicKey {
        guard let key = PublicKey(bytes: try body(of: path, label: "PUBLIC KEY", header: publicHeader)) else {
            throw refusal(path, "PUBLIC KEY")
        }
        return key
    }

    private static func pem(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
        let text = Data(bytes).base64EncodedString()
        return Array("-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n".utf8)
    }

    private static func body(of path: String, label: String, header: [UInt8]) throws(MayflyError) -> [UInt8] {
        let text = String(decoding: try RegularFile.contents(of: path, limit: limit), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard let first = lines.firstIndex(of: "-----BEGIN \(label)-----"),
            let last = lines.firstIndex(of: "-----END \(label)-----"), first < last,
            let bytes = Data(base64Encoded: lines[(first + 1)..<last].joined()),
            bytes.starts(with: header), bytes.count == header.count + Ed25519.keySize
        else { throw refusal(path, label) }
        return Array(bytes.dropFirst(header.count))
    }

    private static func refusal(_ path: String, _ label: String) -> MayflyError {
        MayflyError(.invalidInput, "\(shown(path, limit: 300)): is not a PEM file with one \(label) of Ed25519")
    }
}

/// A private key with its public one.
package struct SigningKey: Sendable {
    private let key: Ed25519.PrivateKey
    /// The public key.
    package let publicKey: PublicKey

    init(key: Ed25519.PrivateKey, publicKey: PublicKey) {
        self.key = key
        self.publicKey = publicKey
    }

    /// A signature as metadata has it, in hexadecimal digits.
    func signature(of bytes: [UInt8]) -> String { key.signature(of: bytes).hexadecimal }
}

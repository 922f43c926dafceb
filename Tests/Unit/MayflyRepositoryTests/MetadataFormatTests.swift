import MayflyLinux
import MayflyModel
import Testing

@testable import MayflyRepository

/// What the format of a store requires of each file beyond its signatures, which are right here.
@Suite struct MetadataFormatTests {
    private let made = MadeMetadata()
    private let kitchen = RoleName.publisher("kitchen")

    private func trusted() throws -> TrustedMetadata {
        try TrustedMetadata(trustedRoot: try made.root(), now: MadeMetadata.now)
    }

    @Test(arguments: [
        (#""consistent_snapshot":true"#, #""consistent_snapshot":false"#, "consistent_snapshot"),
        (#""consistent_snapshot":true,"#, "", "consistent_snapshot"),
        (#""threshold":2"#, #""threshold":0"#, "threshold"),
        (#""threshold":2"#, #""threshold":1"#, "threshold"),
        (#""threshold":1"#, #""threshold":0"#, "threshold"),
        (#""expires":"2026-07-01T00:00:00Z","#, "", "expires"),
    ])
    func aRootThatBreaksARuleIsRefused(part: String, other: String, key: String) throws {
        var trusted = try trusted()
        let right = try made.root(version: 2)
        try #require(String(decoding: right, as: UTF8.self).contains(part))
        let wrong = try made.file(.root, right, with: other, inPlaceOf: part)
        let message = refusal { _ = try trusted.update(root: wrong) }
        #expect(message.hasPrefix("root.json: ") && message.contains(key), "\(message)")
        #expect(refusal { _ = try TrustedMetadata(trustedRoot: wrong, now: MadeMetadata.now) }.contains(key))
        #expect(trusted.rootVersion == 1)
        #expect(throws: Never.self) { try trusted.update(root: right) }
    }

    /// A key of another kind signs nothing.
    @Test(arguments: [#""keytype":"rsa""#, #""keytype":"ecdsa""#]) func onlyEd25519Counts(other: String) throws {
        var trusted = try trusted()
        let own = #""keytype":"ed25519""#
        let right = try made.root(version: 2)
        try #require(String(decoding: right, as: UTF8.self).contains(own))
        let wrong = try made.file(.root, right, with: other, inPlaceOf: own)
        let message = refusal { _ = try trusted.update(root: wrong) }
        #expect(message.hasPrefix("root.json: "), "\(message)")
        #expect(trusted.rootVersion == 1)
    }

    @Test func everyFileExpires() throws {
        let expiry = #""expires":"2026-07-01T00:00:00Z","#
        var trusted = try trusted()
        let snapshot = try made.snapshot()
        func without(_ role: RoleName, _ bytes: [UInt8]) throws -> [UInt8] {
            try #require(String(decoding: bytes, as: UTF8.self).contains(expiry))
            return try made.file(role, bytes, with: "", inPlaceOf: expiry)
        }
        let timestamp = try without(.timestamp, made.timestamp(of: snapshot))
        #expect(refusal { _ = try trusted.update(timestamp: timestamp) }.contains("expires"))
        let endless = try without(.snapshot, snapshot)
        var other = trusted
        _ = try other.update(timestamp: made.timestamp(of: endless))
        #expect(refusal { try other.update(snapshot: endless) }.contains("expires"))
        _ = try trusted.update(timestamp: made.timestamp(of: snapshot))
        try trusted.update(snapshot: snapshot)
        let targets = try without(.targets, made.targets())
        #expect(refusal { try trusted.update(.targets, targets) }.contains("expires"))
        try trusted.update(.targets, made.targets())
        let publisher = try without(kitchen, made.publisher())
        #expect(refusal { try trusted.update(kitchen, publisher) }.contains("expires"))
    }

    @Test func everyTargetHasAHashAndALength() throws {
        let path = "org.kitchen.pot/1.0.0/bundle.tar"
        let hash = #""hashes":{"sha256":"\#(SHA256.hash(path.utf8).hexadecimal)"},"#
        let length = #""length":\#(path.utf8.count)"#
        for (part, other, key) in [
            (hash, "", "hashes"), (hash, #""hashes":{"md5":"00"},"#, "sha256"), (length, #""size":1"#, "length"),
            (length, #""length":-1"#, "length"),
        ] {
            var trusted = try trusted()
            let snapshot = try made.snapshot()
            _ = try trusted.update(timestamp: made.timestamp(of: snapshot))
            try trusted.update(snapshot: snapshot)
            try trusted.update(.targets, made.targets())
            let right = try made.publisher()
            try #require(String(decoding: right, as: UTF8.self).contains(part))
            let wrong = try made.file(kitchen, right, with: other, inPlaceOf: part)
            let message = refusal { try trusted.update(kitchen, wrong) }
            #expect(message.hasPrefix("kitchen.json: ") && message.contains(key), "\(message)")
        }
    }
}

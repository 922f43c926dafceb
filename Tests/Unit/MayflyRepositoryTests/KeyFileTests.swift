import Foundation
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyRepository

/// Files of keys, which openssl reads and writes, too.
@Suite struct KeyFileTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    @Test func readsWhatItMakes() throws {
        let key = try KeyFile.make(at: scratch.at("a"))
        let secret = try KeyFile.privateKey(at: scratch.at("a.key"))
        #expect(secret.publicKey == key)
        #expect(try KeyFile.publicKey(at: scratch.at("a.pub")) == key)
        #expect(try KeyFile.make(at: scratch.at("b")) != key)
    }

    /// Whatever the umask is: a secret is for its owner, and what is public for all.
    @Test func theSecretIsForItsOwnerAlone() throws {
        _ = try KeyFile.make(at: scratch.at("a"))
        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: scratch.at(name))[.posixPermissions] as? Int
        }
        #expect(try mode("a.key") == 0o600)
        #expect(try mode("a.pub") == 0o644)
    }

    @Test(arguments: ["a.key", "a.pub"]) func neverReplacesAKey(there: String) throws {
        try scratch.write("mine", to: there)
        let error = #expect(throws: MayflyError.self) { _ = try KeyFile.make(at: scratch.at("a")) }
        #expect(error?.code == .alreadyExists)
        #expect(error?.message == "\(scratch.at(there)): a key is never replaced; choose another name")
        #expect(try scratch.names() == [there])
    }

    @Test func opensslReadsOurs() throws {
        let key = try KeyFile.make(at: scratch.at("a"))
        let derived = try run("openssl", ["pkey", "-in", scratch.at("a.key"), "-pubout"])
        #expect(derived == String(decoding: try scratch.bytes("a.pub"), as: UTF8.self))
        try scratch.write("to sign", to: "text")
        let secret = try KeyFile.privateKey(at: scratch.at("a.key"))
        let signature = try #require([UInt8](hexadecimal: secret.signature(of: Array("to sign".utf8))))
        try scratch.write(signature, to: "signature")
        try run(
            "openssl",
            [
                "pkeyutl", "-verify", "-pubin", "-inkey", scratch.at("a.pub"), "-rawin", "-in", scratch.at("text"),
                "-sigfile", scratch.at("signature"),
            ]
        )
        #expect(key.id.count == 64)
    }

    @Test func weReadThoseOfOpenssl() throws {
        try run("openssl", ["genpkey", "-algorithm", "ed25519", "-out", scratch.at("o.key")])
        try run("openssl", ["pkey", "-in", scratch.at("o.key"), "-pubout", "-out", scratch.at("o.pub")])
        let secret = try KeyFile.privateKey(at: scratch.at("o.key"))
        #expect(try KeyFile.publicKey(at: scratch.at("o.pub")) == secret.publicKey)
        let text = Array("to sign".utf8)
        try scratch.write(text, to: "text")
        try run(
            "openssl",
            [
                "pkeyutl", "-sign", "-inkey", scratch.at("o.key"), "-rawin", "-in", scratch.at("text"), "-out",
                scratch.at("signature"),
            ]
        )
        #expect(Ed25519.isValid(try scratch.bytes("signature"), of: text, by: secret.publicKey.bytes))
    }

    @Test func saysWhatIsNoKey() throws {
        try run("openssl", ["genpkey", "-algorithm", "x25519", "-out", scratch.at("x.key")])
        try run(
            "openssl",
            ["genpkey", "-algorithm", "ed25519", "-aes128", "-pass", "pass:x", "-out", scratch.at("locked.key")]
        )
        _ = try KeyFile.make(at: scratch.at("a"))
        try scratch.write("", to: "empty.key")
        try scratch.write("-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----\n", to: "wrong.key")
        for name in ["x.key", "locked.key", "a.pub", "empty.key", "wrong.key"] {
            let error = #expect(throws: MayflyError.self) { _ = try KeyFile.privateKey(at: scratch.at(name)) }
            #expect(error?.code == .invalidInput)
            #expect(error?.message == "\(scratch.at(name)): is not a PEM file with one PRIVATE KEY of Ed25519")
        }
        // A secret that is given where a public key is wanted is not taken for one.
        let error = #expect(throws: MayflyError.self) { _ = try KeyFile.publicKey(at: scratch.at("a.key")) }
        #expect(error?.message == "\(scratch.at("a.key")): is not a PEM file with one PUBLIC KEY of Ed25519")
        let missing = #expect(throws: MayflyError.self) { _ = try KeyFile.privateKey(at: scratch.at("none.key")) }
        #expect(missing?.message == "\(scratch.at("none.key")): no such file")
    }
}

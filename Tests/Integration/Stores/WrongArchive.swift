import Foundation
import MayflyBundles
import MayflyLinux
import MayflyModel
import MayflyRepository
import MayflyTestSupport
import Testing

extension Shop {
    /// Makes this the archive of a version that was staged or published before, properly signed: the metadata says of it what it said.
    ///
    /// - Parameters:
    ///   - unpacked: how many bytes its files have, as the metadata says; nil for those of the real one.
    ///   - length: its length, as the metadata says; nil for the right one.
    func replaceArchive(of version: String, by bytes: [UInt8], unpacked: Int? = nil, length: Int? = nil) throws {
        var files: [TargetFile] = []
        for offer in try folder().publishedOffers() {
            files += [offer.icon] + offer.screenshots.map(\.file)
            guard offer.version.description == version else {
                files.append(offer.archive)
                continue
            }
            var custom = offer.archive.custom
            if let unpacked {
                let manifest = try ExtensionBundle.read(scratch.at("bundles/\(Self.id)-\(version).mayfly")).manifest
                custom = Offer.custom(
                    manifest,
                    platforms: offer.platforms,
                    OfferNotes(),
                    built: offer.built,
                    unpacked: unpacked,
                    icon: offer.icon.path,
                    screenshots: []
                )
            }
            let archive = TargetFile(
                path: offer.archive.path,
                length: length ?? bytes.count,
                sha256: SHA256.hash(bytes),
                custom: custom
            )
            try scratch.write(bytes, to: "store/targets/\(archive.storedPath)")
            files.append(archive)
        }
        try folder().replaceFiles(of: .publisher("shop"), with: files)
        try sign()
    }

    /// The archive of a bundle, which is `last.mayfly` then.
    func archive(
        _ version: String,
        of id: String = id,
        named name: String? = nil,
        permissions: [String] = [],
        app: [String: String]? = nil
    ) throws -> [UInt8] {
        let place = scratch.at("bundles/\(id)-\(version).mayfly")
        let aside = place + ".aside"
        if FileManager.default.fileExists(atPath: place) {
            try FileManager.default.moveItem(atPath: place, toPath: aside)
        }
        let bundle = try bundle(version, of: id, permissions: permissions, app: app)
        if let name {
            let manifest = "bundles/\(id)-\(version).mayfly/manifest.json"
            let text = String(decoding: try scratch.bytes(manifest), as: UTF8.self)
            try scratch.write(text.replacing("Shop Tally", with: name), to: manifest)
        }
        let packed = scratch.at("packed.tar")
        try? FileManager.default.removeItem(atPath: packed)
        _ = try BundleArchive.pack(bundleAt: bundle, to: packed)
        try? FileManager.default.removeItem(atPath: scratch.at("last.mayfly"))
        try FileManager.default.moveItem(atPath: bundle, toPath: scratch.at("last.mayfly"))
        if FileManager.default.fileExists(atPath: aside) {
            try FileManager.default.moveItem(atPath: aside, toPath: place)
        }
        return try scratch.bytes("packed.tar")
    }
}

/// Entries of an archive of the format ustar, written by hand, in the one form that bundles have.
enum TarEntry {
    /// The header of an entry; `kind` is its type flag.
    static func header(_ path: String, kind: Character, size: Int = 0, link: String = "") -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, _ offset: Int) {
            block.replaceSubrange(offset..<(offset + text.utf8.count), with: Array(text.utf8))
        }
        func octal(_ number: Int, _ digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: digits - text.count) + text
        }
        put(path + (kind == "5" ? "/" : ""), 0)
        put(kind == "5" ? "0000755" : "0000644", 100)
        for offset in [108, 116] { put("0000000", offset) }
        put(octal(size, 11), 124)
        put("00000000000", 136)
        put("        ", 148)
        put(String(kind), 156)
        put(link, 157)
        put("ustar\u{0}00", 257)
        var sum = 0
        for byte in block { sum += Int(byte) }
        put(octal(sum, 6) + "\u{0} ", 148)
        return block
    }

    /// An archive with these entries behind those that it has.
    static func append(_ entries: [UInt8], to archive: [UInt8]) -> [UInt8] {
        Array(archive[..<(archive.count - 1024)]) + entries + [UInt8](repeating: 0, count: 1024)
    }
}

import Foundation
import MayflyRepository
import MayflyTestSupport
import Testing

/// Archives that their publisher has signed, and that are not what the store says of them, or would lead out of their folder.
@Suite struct SignedArchiveTests {
    private static let name = "\(Shop.id)/2.0.0/bundle.tar"

    /// What `mayfly store update` says of an archive that takes the place of version 2.0.0. Nothing may have changed.
    private func refusal(
        of archive: [UInt8],
        unpacked: Int? = nil,
        length: Int? = nil,
        status: Int32,
        _ shop: Shop,
        _ tool: Tool
    ) async throws -> String {
        try shop.replaceArchive(of: "2.0.0", by: archive, unpacked: unpacked, length: length)
        #expect(try await tool.run("store", "update").output == "\(Shop.id) 1.0.0 can be updated to 2.0.0\n")
        let before = try (tool.state(), names(tool))
        let update = try await tool.run("store", "update", "--all", "--yes")
        #expect(update.status == status && !update.output.contains("updated"), "\(update.output)")
        #expect(try tool.state() == before.0)
        #expect(try names(tool) == before.1)
        #expect(try await tool.installedVersion() == "1.0.0")
        return update.errors
    }

    /// All paths of the home folder, but for the files beside the database.
    private func names(_ tool: Tool) throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: tool.home)
        return Set(paths.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
    }

    private func withUpdate(_ body: @Sendable (Shop, Tool) async throws -> Void) async throws {
        try await Shop.withUpdate { shop, tool in
            try await body(shop, tool)
            try await tool.expectLaunch()
        }
    }

    @Test func theArchiveIsWhatTheStoreSaysOfIt() async throws {
        try await withUpdate { shop, tool in
            let right = try shop.archive("2.0.0")
            let app = ["name": "Tally", "url": "https://other.example.org/app"]
            let wrong: [(archive: [UInt8], says: String)] = [
                (
                    try shop.archive("2.0.0", permissions: ["camera"]),
                    "asks for other permissions than the store says"
                ),
                (try shop.archive("2.0.0", app: app), "belongs to another app than the store says"),
                (try shop.archive("2.0.0", named: "Bank Tally"), "has another name or kind than the store says"),
                (
                    try shop.archive("2.0.0", of: "org.shop.tulip"),
                    "has org.shop.tulip 2.0.0, where the store says \(Shop.id) 2.0.0"
                ),
                (try shop.archive("9.0.0"), "has \(Shop.id) 9.0.0, where the store says \(Shop.id) 2.0.0"),
            ]
            for (archive, says) in wrong {
                // The same number of bytes, so that nothing else is wrong.
                let content = try unpacked(archive, in: shop)
                let errors = try await refusal(of: archive, unpacked: content, status: 1, shop, tool)
                #expect(errors == "mayfly: \(Self.name): \(says); \(Shop.advice)\n")
            }
            // The right one is installed in the same way.
            try shop.replaceArchive(of: "2.0.0", by: right, unpacked: unpacked(right, in: shop))
            let update = try await tool.run("store", "update", "--all", "--yes")
            #expect(update.status == 0, "\(update.errors)")
            #expect(try await tool.installedVersion() == "2.0.0")
        }
    }

    /// The hash is that of the archive.
    @Test func aSignedLengthThatIsWrongIsRefused() async throws {
        try await withUpdate { shop, tool in
            let (path, right) = try shop.storedArchive("2.0.0")
            let size = right.count
            let longer = try await refusal(of: right, length: size + 1, status: 1, shop, tool)
            let (wanted, found) = (Self.grouped(size + 1), Self.grouped(size))
            #expect(longer == "mayfly: \(Self.name): must have \(wanted) bytes, found \(found); \(Shop.advice)\n")
            let shorter = try await refusal(of: right, length: size - 1, status: 1, shop, tool)
            let limit = Self.grouped(size - 1)
            #expect(shorter == "mayfly: \(shop.server.address)/\(path): it sends more than \(limit) bytes\n")
        }
    }

    /// Bytes of the files of an archive, as another program unpacks it.
    private func unpacked(_ archive: [UInt8], in shop: Shop) throws -> Int {
        let path = try shop.scratch.write(archive, to: "count.tar")
        let program = "import sys, tarfile; print(sum(item.size for item in tarfile.open(sys.argv[1])))"
        let text = try run("/usr/bin/python3", ["-c", program, path])
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test func aSignedArchiveCannotLeadOut() async throws {
        try await withUpdate { shop, tool in
            let right = try shop.archive("2.0.0")
            let content = try unpacked(right, in: shop)
            let place = "escaped-\(UUID())"
            let folders = (0..<20_001).flatMap { TarEntry.header("d\($0)", kind: "5") }
            let byte = TarEntry.header("more", kind: "0", size: 1) + [7] + [UInt8](repeating: 0, count: 511)
            let wrong: [(entries: [UInt8], unpacked: Int, says: String)] = [
                (
                    TarEntry.header("../\(place)", kind: "0"), content,
                    "'../\(place)' leads out of the bundle"
                ),
                (
                    TarEntry.header("a/../../../../\(place)", kind: "0"), content,
                    "'a/../../../../\(place)' leads out of the bundle"
                ),
                (TarEntry.header("/tmp/\(place)", kind: "0"), content, "'/tmp/\(place)' leads out of the bundle"),
                (
                    TarEntry.header("link", kind: "2", link: "/etc/passwd"), content,
                    "'link' is neither a file nor a folder"
                ),
                (
                    TarEntry.header("hard", kind: "1", link: "manifest.json"), content,
                    "'hard' is neither a file nor a folder"
                ),
                (TarEntry.header("device", kind: "3"), content, "'device' is neither a file nor a folder"),
                (folders, content, "more than 20,000 files"),
                // The archive is short: that it would be too large is known before the first byte of it is written.
                (
                    TarEntry.header("large", kind: "0", size: 268_435_457), 268_435_456,
                    "with 'large' its files have more than 268,435,456 bytes"
                ),
                (byte, content, "with 'more' its files have more than \(Self.grouped(content)) bytes"),
                (
                    byte, content + 2,
                    "its files have \(Self.grouped(content + 1)) bytes, where the store says \(Self.grouped(content + 2))"
                ),
            ]
            // As for each bundle that is none, the status is 4.
            for (entries, unpacked, says) in wrong {
                let archive = TarEntry.append(entries, to: right)
                let errors = try await refusal(of: archive, unpacked: unpacked, status: 4, shop, tool)
                #expect(errors == "mayfly: \(Self.name): \(says); \(Shop.advice)\n")
                #expect(!FileManager.default.fileExists(atPath: "/tmp/\(place)"))
                #expect(!FileManager.default.fileExists(atPath: "\(tool.home)/../\(place)"))
            }
        }
    }

    private static func grouped(_ number: Int) -> String {
        number.formatted(.number.locale(Locale(identifier: "en_US")))
    }
}

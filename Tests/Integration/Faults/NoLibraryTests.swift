import Foundation
import MayflyFaults
import MayflyLinux
import MayflyModel
import MayflyTesting
import Testing

/// What bears a library's name and is none, when the catalogue lists it or only when it is launched: no process opens it,
/// nobody waits for it, and the host goes on.
@Suite struct NoLibraryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let says: String
        /// Makes it at this path.
        let make: @Sendable (String) throws -> Void
    }

    static let cases = [
        Case(testDescription: "a FIFO", says: "a FIFO, where a regular file is needed") {
            try #require(mkfifo($0, 0o600) == 0)
        },
        Case(testDescription: "a directory", says: "a folder, where a regular file is needed") {
            try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
        },
        Case(testDescription: "a dangling link", says: "no such file") {
            try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "nothing.so")
        },
        Case(testDescription: "a sparse file of 2 GiB", says: "2,147,483,648 bytes, over the limit") {
            try #require(FileManager.default.createFile(atPath: $0, contents: nil))
            try #require(truncate($0, 1 << 31) == 0)
        },
        Case(testDescription: "a library that was cut", says: "truncated") {
            try Data(contentsOf: URL(filePath: program)).prefix(5000).write(to: URL(filePath: $0))
        },
    ]

    /// The one of zeroes (mem, man 4). Only root may make it.
    static let device = Case(testDescription: "a device", says: "a device, where a regular file is needed") {
        try #require(mknod($0, S_IFCHR | 0o600, 0x105) == 0)
    }

    private static let program = Bundle.main.bundlePath + "/libIceCream.so"

    @Test(arguments: cases + (getuid() == 0 ? [device] : []), ["zygote", "bare"])
    func isListedWithItsReasonAndNeverOpened(no: Case, confinement: String) async throws {
        let bundle = try PluginWorkshop.pack(id: "test.fault.none", no.make)
        try await expectRefusal(no, bundle, confinement) {}
    }

    @Test(arguments: cases, ["zygote", "bare"])
    func isRefusedWhenItTakesTheLibrarysPlaceAfterTheListing(no: Case, confinement: String) async throws {
        let bundle = try PluginWorkshop.bundle("minimal", id: "test.fault.swapped")
        try await expectRefusal(no, bundle, confinement) {
            try FileManager.default.removeItem(atPath: bundle + "/lib/plugin.so")
            try no.make(bundle + "/lib/plugin.so")
        }
    }

    @Test(arguments: ["zygote", "bare"])
    func anotherLibraryIsCheckedAndRunInTheOldOnesPlace(confinement: String) async throws {
        let crash = try #require(FaultCase.readable.first { $0.file == "constructor_crash.c" }).bundle()
        let bundle = try PluginWorkshop.bundle("minimal", id: "test.fault.replaced")
        let report = try await Self.open(bundle, confinement) {
            try FileManager.default.removeItem(atPath: bundle + "/lib/plugin.so")
            try FileManager.default.copyItem(atPath: crash + "/lib/plugin.so", toPath: bundle + "/lib/plugin.so")
        }
        #expect(report.receipts.map { $0["cause"].text } == ["crashed"])
        report.expectUndisturbed()
    }

    private func expectRefusal(
        _ no: Case,
        _ bundle: String,
        _ confinement: String,
        spoil: @escaping @Sendable () throws -> Void
    ) async throws {
        let report = try await Self.open(bundle, confinement, spoil: spoil)
        #expect(report.receipts.isEmpty)
        #expect(report.errors.count == 1)
        #expect(report.errors.first?["error"].text?.contains(no.says) == true, "\(report.summary)")
        report.expectUndisturbed()
    }

    private static func open(
        _ bundle: String,
        _ confinement: String,
        spoil: @escaping @Sendable () throws -> Void
    ) async throws -> FaultReport {
        let id = URL(filePath: bundle).deletingPathExtension().lastPathComponent
        return try await FaultReport.permits.withPermit {
            try await OwnThread.run {
                try FaultReport(
                    of: id,
                    bundle,
                    confinement: confinement,
                    healthy: FaultReport.neighbour(of: ""),
                    spoil: spoil
                )
            }
        }
    }
}

internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// The lines of source code of addresses in a library with debug information, by the program `addr2line` where there is one.
///
/// The library may be a stranger's, and what it says of itself may be made to harm its reader: the program is confined, and is not run
/// where it cannot be.
enum SourceLines {
    /// Where the programs of the machine are.
    private static let folders = ["/usr/bin", "/usr/local/bin", "/bin"]
    /// More bytes than this are no lines of a report.
    private static let mostBytes = 256 << 10
    private static let thread = WorkThread()

    /// `FILE:LINE` by address, for those frames of the extension's library of which they are known. The innermost frame is the first.
    static func find(_ frames: [CrashReport.Frame], in bundle: ExtensionBundle) async -> [UInt64: String] {
        // A return address is behind the call: the byte before it belongs to it.
        let own = frames.enumerated().filter(\.element.isOwn).map { index, frame in
            (address: frame.address, call: index == 0 ? frame.address : frame.address &- 1)
        }
        guard let library = bundle.resolved.libraryPath, !own.isEmpty,
            let program = folders.map({ $0 + "/addr2line" }).first(where: FileManager.default.isExecutableFile)
        else { return [:] }
        let reader = ConfinedProgram(path: program, readable: [library])
        let arguments = ["-e", library] + own.map { "0x" + String($0.call, radix: 16) }
        guard let outcome = try? await thread.run({ _ in reader.run(arguments, limit: mostBytes) }) else { return [:] }
        let text = String(decoding: outcome.output, as: UTF8.self)
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        var places: [UInt64: String] = [:]
        for ((address, _), row) in zip(own, rows)
        where !row.hasPrefix("??") && !row.hasSuffix(":?") && !row.hasSuffix(":0") {
            places[address] = SafeText.line(String(row.split(separator: "/").last ?? row), limit: 200)
        }
        return places
    }
}

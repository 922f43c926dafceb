internal import Foundation
internal import MayflyBundles
internal import MayflyModel

/// The lines of source code of addresses in a library with debug information, by the program `addr2line` where there is one.
enum SourceLines {
    /// Where the programs of the machine are.
    private static let folders = ["/usr/bin", "/usr/local/bin", "/bin"]
    /// How long it may take.
    private static let patience = Duration.seconds(10)

    /// `FILE:LINE` by address, for those frames of the extension's library of which they are known. The innermost frame is the first.
    static func find(_ frames: [CrashReport.Frame], in bundle: ExtensionBundle) async -> [UInt64: String] {
        // A return address is behind the call: the byte before it belongs to it.
        let own = frames.enumerated().filter(\.element.isOwn).map { index, frame in
            (address: frame.address, call: index == 0 ? frame.address : frame.address &- 1)
        }
        guard let library = bundle.resolved.libraryPath, !own.isEmpty,
            let program = folders.map({ $0 + "/addr2line" }).first(where: FileManager.default.isExecutableFile)
        else { return [:] }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-e", library] + own.map { "0x" + String($0.call, radix: 16) }
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return [:] }
        let guardian = Task {
            try await Task.sleep(for: patience)
            kill(process.processIdentifier, SIGKILL)
        }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        guardian.cancel()
        let rows = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        var places: [UInt64: String] = [:]
        for ((address, _), row) in zip(own, rows)
        where !row.hasPrefix("??") && !row.hasSuffix(":?") && !row.hasSuffix(":0") {
            places[address] = SafeText.line(String(row.split(separator: "/").last ?? row), limit: 200)
        }
        return places
    }
}

internal import CMayflyLinux
internal import MayflyABI

/// What the host asks a zygote for.
struct ZygoteRequest {
    let bundleFolder: String
    let privateFolder: String
    /// Control, completions, library, output, black box, report.
    let files: [Int32]
    /// Through which a process enters the worker's control groups.
    let groups: [Int32]

    /// Waits for the next one; nil once the host is gone. The host is trusted: what is no request ends the zygote too.
    static func receive(from socket: Int32) -> ZygoteRequest? {
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        var files = [Int32](repeating: -1, count: 8)
        var fileCount = files.count
        let count = mayfly_receive_packet(socket, &bytes, bytes.count, &files, &fileCount)
        guard count > 0, fileCount >= 6,
            let record = try? Table.zygoteLaunch.value(of: Array(bytes[..<count])),
            let bundle = record["bundle_folder"].text, let privateFolder = record["private_folder"].text
        else { return nil }
        return ZygoteRequest(
            bundleFolder: bundle,
            privateFolder: privateFolder,
            files: Array(files[..<6]),
            groups: Array(files[6..<fileCount])
        )
    }
}

/// A resource with a limit in `Policy`. The raw values are stable: receipts show them as the cause of an end.
public enum Resource: String, Sendable, Hashable, Codable, CaseIterable {
    /// Private memory of the worker, in KiB.
    case memory
    /// Processor time within `Policy.cpuWindow`, in milliseconds.
    case cpu
    /// Processor time that the host spends on calls of the extension within `Policy.hostWindow`, in milliseconds.
    case hostTime
    /// Number of threads.
    case threads
    /// Number of record locks (fcntl, man 2).
    case locks
    /// Number of descriptors that epoll instances watch (epoll, man 7).
    case watches
    /// Disk usage of the private folder, in bytes.
    case storage
    /// Total bytes written to files, deleted files included.
    case writing
    /// Bytes read from disks, as a token bucket (`Policy.reads`).
    case reading
    /// Files and folders in the private folder.
    case files
    /// Bytes of one file.
    case fileSize
    /// Bytes printed, as a token bucket (`Policy.output`).
    case output
    /// Calls to the host, as a token bucket (`Policy.calls`).
    case calls
    /// Bytes handed to the host to store, as a token bucket (`Policy.transfer`).
    case transfer
}

extension Resource {
    /// How the limit was exceeded, as part of a sentence. `used` is nil when it was not measured.
    func excess(_ used: Int?, limit: Int) -> String {
        guard let used else { return unmeasuredExcess(limit) }
        let (size, most) = Self.sizes(used, limit)
        return switch self {
        case .memory: "it used \(used / 1024) MiB of memory, over the limit of \(limit / 1024)"
        case .cpu: "it computed for \(used) ms, over the limit of \(limit)"
        case .hostTime: "it kept the host busy for \(used) ms, over the limit of \(limit)"
        case .threads: "it had \(used) threads, over the limit of \(limit)"
        case .locks: "it held \(used) locks of files, over the limit of \(limit)"
        case .watches: "it had \(used) watches of descriptors, over the limit of \(limit)"
        case .storage: "its private folder held \(size), over the limit of \(most)"
        case .writing: "it wrote \(size) to files, over the limit of \(most)"
        case .reading: "it read \(size) from disks at a stretch, over the limit of \(most)"
        case .files: "its private folder held \(used) files, over the limit of \(limit)"
        case .fileSize: "a file of it was to hold \(size), over the limit of \(most)"
        case .output: "it printed \(size) at a stretch, over the limit of \(most)"
        case .calls: "it made \(used) calls at a stretch, over the limit of \(limit)"
        case .transfer: "it handed over \(size) at a stretch, over the limit of \(most)"
        }
    }

    private func unmeasuredExcess(_ limit: Int) -> String {
        guard self == .fileSize else { return "it went over the limit of \(limit) for \(rawValue)" }
        let most = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
        return "a file of it was to become larger than the limit of \(most)"
    }

    /// Bytes, in MiB from a limit of 1 MiB on. Rounded up, so that the used size is shown above the limit.
    private static func sizes(_ used: Int, _ limit: Int) -> (String, String) {
        guard limit >= 1 << 20 else { return ("\(used) bytes", "\(limit)") }
        return ("\(((used - 1) >> 20) + 1) MiB", "\(limit >> 20)")
    }
}

/// What an extension may use only so much of. The raw values are stable: receipts show them as the cause of an end.
public enum Resource: String, Sendable, Hashable, Codable, CaseIterable {
    /// Memory of the worker's own, in KiB.
    case memory
    /// Processor time within the time that `Policy` names, in milliseconds.
    case cpu
    /// The host's own processor time that it spends on what the extension asks for, within the time that `Policy` names, in
    /// milliseconds.
    case hostTime
    /// Threads at once.
    case threads
    /// Bytes of disk that the private folder takes.
    case storage
    /// Bytes written to files in all, whether they are still there or not.
    case writing
    /// Files and folders in the private folder.
    case files
    /// Bytes of one file.
    case fileSize
    /// Bytes printed at a stretch.
    case output
    /// Calls made at a stretch.
    case calls
    /// Bytes handed to the host for the conversation at a stretch.
    case transfer
}

extension Resource {
    /// What the extension did with it, as a part of a sentence. `limit` is what it may; `used` nil is not known.
    func excess(_ used: Int?, limit: Int) -> String {
        guard let used else { return unmeasuredExcess(limit) }
        let (size, most) = Self.sizes(used, limit)
        return switch self {
        case .memory: "it used \(used / 1024) MiB of memory, over the limit of \(limit / 1024)"
        case .cpu: "it computed for \(used) ms, over the limit of \(limit)"
        case .hostTime: "it kept the host busy for \(used) ms, over the limit of \(limit)"
        case .threads: "it had \(used) threads, over the limit of \(limit)"
        case .storage: "its private folder held \(size), over the limit of \(most)"
        case .writing: "it wrote \(size) to files, over the limit of \(most)"
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

    /// Bytes, in MiB where the limit is one or more. Rounded up, so that it shows that it was over the limit.
    private static func sizes(_ used: Int, _ limit: Int) -> (String, String) {
        guard limit >= 1 << 20 else { return ("\(used) bytes", "\(limit)") }
        return ("\(((used - 1) >> 20) + 1) MiB", "\(limit >> 20)")
    }
}

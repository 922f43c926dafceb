internal import CMayflyLinux
internal import CSeccomp
internal import Glibc

/// An allow-list of system calls, compiled.
struct SystemCallFilter {
    /// In rules, the number of the process that installs the filter, which is not known when the filter is compiled. No
    /// process has this number (PID_MAX_LIMIT is lower).
    static let ownProcess: UInt32 = 0x7F4D_4659

    /// The number of bytes of an instruction (struct sock_filter). The last four are its constant.
    private static let instructionSize = 8

    private let program: [UInt8]
    /// Where instructions have `ownProcess` as their constant.
    private let ownProcesses: [Int]

    /// Installs the filter for this process and its later children. In rules, `ownProcess` is this process.
    func install() -> Int32 {
        var program = program
        return program.withUnsafeMutableBytes { bytes in
            for offset in ownProcesses { bytes.storeBytes(of: getpid(), toByteOffset: offset, as: pid_t.self) }
            return mayfly_install_filter(bytes.baseAddress, bytes.count)
        }
    }

    /// A call that is neither in `names` nor allowed by `rules` gets the action `refusal`.
    init?(refusing refusal: UInt32, allowing names: [String], rules: (scmp_filter_ctx) -> Void) {
        guard let filter = seccomp_init(refusal) else { return nil }
        defer { seccomp_release(filter) }
        // A binary tree instead of a list: ten times fewer steps for the calls at its end.
        _ = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
        // Calls of other kinds, such as those of programs of 32 bits, end the process. Without this they end the thread
        // alone, and the rest of a process that has lost its first thread is hard to measure.
        _ = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, mayfly_seccomp_end())
        for name in names { Self.allow(name, in: filter) }
        rules(filter)
        guard let program = Self.exported(filter) else { return nil }
        self.program = program
        ownProcesses = stride(from: 4, to: program.count, by: Self.instructionSize).filter { offset in
            program.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) } == Self.ownProcess
        }
    }

    private static func exported(_ filter: scmp_filter_ctx) -> [UInt8]? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        // A filter of this size fits into a pipe's buffer.
        let status = seccomp_export_bpf(filter, ends[1])
        close(ends[1])
        guard status == 0 else { return nil }
        var program: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &piece, piece.count)
            guard count > 0 else { break }
            program += piece[..<count]
        }
        return program
    }
}

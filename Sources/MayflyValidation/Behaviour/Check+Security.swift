internal import MayflyHost
internal import MayflyModel

extension Check {
    static let securityChecks = [
        refused(
            "security-network",
            "It does not try to reach the network by itself.",
            "The sandbox refuses it, and a person has not agreed to it.",
            "Use MAYFLY_NETWORK with a permission for the host."
        ) { networkCalls.contains($0) },
        refused(
            "security-processes",
            "It does not try to start programs, or to reach other processes.",
            "The sandbox refuses it.",
            "Do the work in the library itself."
        ) { processCalls.contains($0) },
        refused(
            "security-system-calls",
            "It makes no other system call that its sandbox refuses.",
            "What depends on it does not work, and a newer host may end the extension for it.",
            "Find the call with 'strace' or a debugger; Documentation/plugin-authors.md lists what is allowed."
        ) { !networkCalls.contains($0) && !processCalls.contains($0) },
        running(
            "security-calls",
            level: 3,
            .security,
            needs: ["life-closes"],
            what: "The host refuses none of its calls while a person opens it and taps its controls.",
            why: "What the call was for does not happen, and the person does not learn why.",
            mending: "Look at the error in the message: it names the argument, or when the call is allowed."
        ) { examined in
            try await examined.inUse { logs in
                .problems(Set(logs.flatMap(\.refusals)).sorted())
            }
        },
        running(
            "security-output",
            level: 4,
            .security,
            needs: ["life-closes"],
            what: "It prints nothing.",
            why: "What it prints goes into the receipts of a person's launches, where nobody reads it.",
            mending: "Use MAYFLY_LOG for the lines of a log, and remove what was for debugging."
        ) { examined in
            try await examined.inUse { logs in
                let lines = logs.flatMap(\.ends).map(\.output).filter { !$0.isEmpty }
                return .advice(lines.prefix(1).map { "it printed '\(SafeText.line($0, limit: 80))'" })
            }
        },
    ]

    private static let networkCalls: Set<String> = [
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg",
        "recvfrom", "recvmsg", "recvmmsg", "getpeername", "getsockname",
    ]
    private static let processCalls: Set<String> = [
        "execve", "execveat", "fork", "vfork", "clone", "clone3", "ptrace", "kill", "tkill", "tgkill",
        "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "setns", "unshare",
    ]

    private static func refused(
        _ id: String,
        _ what: String,
        _ why: String,
        _ mending: String,
        _ isMeant: @escaping @Sendable (String) -> Bool
    ) -> Check {
        running(id, level: 3, .security, needs: ["life-closes"], what: what, why: why, mending: mending) { examined in
            try await examined.inUse { logs in
                let names = Set(logs.flatMap(\.ends).flatMap(\.refusedCalls)).filter(isMeant).sorted()
                return .problems(names.map { "its sandbox refused \(SafeText.line($0, limit: 40))" })
            }
        }
    }
}

extension Examination {
    /// Judges what happened while a person opened it and tapped its controls. Where these taps ended early, what was not seen is not
    /// taken for well.
    fileprivate func inUse(_ judge: ([RunLog]) -> Verdict) async throws -> Verdict {
        let (visit, taps) = (try await visit(), try await taps())
        let verdict = judge([visit.log, taps.log])
        guard verdict == .passed, taps.steps.failure != nil else { return verdict }
        return .skipped("'view-taps' has not passed")
    }
}

internal import CSeccomp
internal import Glibc

extension SystemCallFilter {
    /// Allows signals to the threads of the process itself, all but SIGCONT. Without a PID namespace, other programs of
    /// the user have numbers too.
    ///
    /// At SIGCONT the kernel drops a SIGSTOP that is not yet carried out (signal, man 7): a process that sent it to itself
    /// without a pause would go on where the host has stopped it. It is refused with an error: while a program blocks
    /// SIGSYS, as the C library does around this call, the filter's usual refusal would end the process.
    static func allowSignals(in filter: scmp_filter_ctx) {
        for numbers in otherSignals { allow("tgkill", when: .equals(0, ownProcess), numbers, in: filter) }
        refuse("tgkill", with: EPERM, when: .equals(0, ownProcess), .equals(2, UInt32(SIGCONT)), in: filter)
    }

    /// Conditions for the third argument: numbers below SIGCONT, which is 18 on each processor that Mayfly runs on, 19, from
    /// 20 to 23, from 24 to 31, from 32 to 63, and 64.
    private static let otherSignals: [scmp_arg_cmp] = [
        .isBelow(2, UInt64(SIGCONT)), .masked(2, ~0, 19), .masked(2, ~3, 20), .masked(2, ~7, 24), .masked(2, ~31, 32),
        .masked(2, ~0, 64),
    ]
}

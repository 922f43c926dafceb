internal import CSeccomp
internal import Glibc

/// Names of system calls, by this processor's numbers.
enum SystemCallName {
    static func name(of number: UInt32) -> String {
        guard let text = mayfly_seccomp_name(Int32(bitPattern: number)) else { return "call \(number)" }
        defer { free(text) }
        return String(cString: text)
    }
}

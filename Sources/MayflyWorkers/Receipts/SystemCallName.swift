internal import CSeccomp
internal import Glibc

/// The names of system calls, by their numbers on this processor.
enum SystemCallName {
    static func name(of number: UInt32) -> String {
        guard let text = mayfly_seccomp_name(Int32(bitPattern: number)) else { return "call \(number)" }
        defer { free(text) }
        return String(cString: text)
    }
}

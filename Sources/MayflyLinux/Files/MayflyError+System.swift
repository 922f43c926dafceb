internal import Foundation
package import MayflyModel

extension MayflyError {
    /// The error of a system call on a file that has just failed, from `errno`. Call it before another call can change
    /// `errno`.
    package static func ofSystem(_ act: String, _ path: String) -> MayflyError {
        let reason = String(cString: strerror(errno))
        return MayflyError(.files, "cannot \(act) '\(SafeText.line(path))': \(reason)")
    }
}

internal import Glibc
package import MayflyModel

/// Checks that this process can open files: of the places that lack a descriptor, few can tell that it is why they fail.
package enum DescriptorCheck {
    /// Opens this many descriptors at the same time and closes them.
    ///
    /// - Throws: `.files` with the reason, such as the limit of open files.
    package static func require(_ count: Int) throws(MayflyError) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < count {
            let descriptor = open("/", O_PATH | O_CLOEXEC)
            guard descriptor >= 0 else {
                let reason = String(cString: strerror(errno)).lowercased()
                throw MayflyError(.files, "\(reason): a command needs \(count) more than it begins with (see 'ulimit -n')")
            }
            opened.append(descriptor)
        }
    }
}

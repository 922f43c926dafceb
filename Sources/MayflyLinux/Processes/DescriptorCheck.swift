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
            let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                let reason = String(cString: strerror(errno)).lowercased()
                let need = "a command needs \(count) more than it begins with"
                throw MayflyError(.files, "\(reason): \(need) (see 'ulimit -n')")
            }
            opened.append(descriptor)
        }
    }
}

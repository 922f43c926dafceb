import MayflyLinux

/// The whole text of a file of the kernel, such as those of /proc. Foundation reads no more of them than their first page.
package func kernelText(of path: String) throws -> String {
    guard let text = KernelFile.text(of: path) else { throw Unreadable(path: path) }
    return text
}

private struct Unreadable: Error { var path: String }

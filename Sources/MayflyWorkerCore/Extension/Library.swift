internal import Glibc

/// The extension's library, opened from the same descriptor that the host checked.
struct Library {
    private let handle: UnsafeMutableRawPointer

    /// Opens the library with every symbol resolved and none of them visible to other libraries.
    ///
    /// `name` is used in errors; the loader sees only the descriptor. With a `path` at which the same file is, it sees
    /// that path: a debugger reads the library at the path that the loader reports.
    init(descriptor: Int32, path: String?, name: String) throws(LoadError) {
        let path = path.flatMap { Self.isSame($0, descriptor) ? $0 : nil } ?? "/proc/self/fd/\(descriptor)"
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw LoadError(Self.lastError().replacing(path, with: name))
        }
        self.handle = handle
    }

    private static func isSame(_ path: String, _ descriptor: Int32) -> Bool {
        var (expected, found) = (Glibc.stat(), Glibc.stat())
        guard fstat(descriptor, &expected) == 0, stat(path, &found) == 0 else { return false }
        return (expected.st_dev, expected.st_ino) == (found.st_dev, found.st_ino)
    }

    /// The address of the exported function of that name.
    func function(_ symbol: String, library name: String) throws(LoadError) -> UnsafeMutableRawPointer {
        guard let address = dlsym(handle, symbol) else {
            throw LoadError("\(name): it exports no '\(symbol)', the one function that every extension must export")
        }
        return address
    }

    private static func lastError() -> String {
        guard let text = dlerror() else { return "the loader gave no reason" }
        return String(cString: text)
    }
}

extension String {
    /// Without Foundation and regular expressions, whose libraries a worker does not need otherwise.
    fileprivate func replacing(_ part: String, with other: String) -> String {
        let (text, pattern) = (Array(utf8), Array(part.utf8))
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index...].starts(with: pattern) {
                result.append(contentsOf: other.utf8)
                index += pattern.count
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

internal import Glibc

/// The extension's library, opened from the same descriptor that the host checked.
struct Library {
    private let handle: UnsafeMutableRawPointer

    /// Opens the library with every symbol resolved and none of them visible to other libraries.
    ///
    /// `name` is used in errors; the loader sees only the descriptor.
    init(descriptor: Int32, name: String) throws(LoadError) {
        let path = "/proc/self/fd/\(descriptor)"
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw LoadError(Self.lastError().replacing(path, with: name))
        }
        self.handle = handle
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

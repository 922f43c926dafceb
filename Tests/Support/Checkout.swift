package import Foundation

/// Where the sources lie that tests read: headers, plugins to be built, sample files.
package enum Checkout {
    /// The folder that this file was compiled in, or a copy: who runs the tests may not be let into the folder itself.
    package static let folder: URL = {
        if let copy = ProcessInfo.processInfo.environment["MAYFLY_CHECKOUT"] { return URL(filePath: copy) }
        return URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }()
}

package import Foundation

/// The folder of the sources that tests read: headers, plugins to build, sample files.
package enum Checkout {
    /// The checkout in which this file was compiled; or the copy that `MAYFLY_CHECKOUT` names, for a user who cannot
    /// access the checkout.
    package static let folder: URL = {
        if let copy = ProcessInfo.processInfo.environment["MAYFLY_CHECKOUT"] { return URL(filePath: copy) }
        return URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }()
}

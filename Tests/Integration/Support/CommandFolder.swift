import Foundation
import MayflyTestSupport

/// A folder with the real command and the real worker, and a script in the place of the program that converts. It goes with this
/// value.
final class CommandFolder: Sendable {
    private let folder = Bundle.main.bundlePath + "/command-\(UUID())"
    var command: String { folder + "/mayfly" }

    /// - Parameter script: the lines below `#!/bin/sh`.
    init(mediaWorker script: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for name in ["mayfly", "mayfly-worker"] {
            try FileManager.default.linkItem(atPath: "\(Bundle.main.bundlePath)/\(name)", toPath: "\(folder)/\(name)")
        }
        try writeScript("#!/bin/sh\n\(script)\n", to: folder + "/mayfly-media-worker")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}

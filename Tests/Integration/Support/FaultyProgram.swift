import Foundation
import MayflyTestSupport

/// A program that stands in the place of `mayfly-media-worker` and misbehaves; removed with this value.
struct FaultyProgram: ~Copyable {
    let path: String

    /// A shell script with these lines. They find the sample files' folder in `$samples`. Before them it says, or not, that
    /// its sandbox lacks nothing.
    init(_ script: String, reports: Bool = true) throws {
        path = NSTemporaryDirectory() + "mayfly-faulty-\(UUID())"
        let head = "#!/bin/sh\nsamples='\(SampleFiles.path(""))'\n" + (reports ? "echo >&2\n" : "")
        try writeScript(head + script + "\n", to: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The processes that run it now.
    var processes: [Int32] {
        get throws { try HeldConversion.processes(of: path) }
    }
}

import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyWorkers
import Testing

/// The real `mayfly-media-worker` with a decoder that its picture has taken over; removed with this value.
struct HostileDecoder: ~Copyable {
    /// What such a decoder is after.
    enum Order: String {
        /// It tries what a sandbox must refuse, and looks around.
        case look
        case crash, abort, spin
        /// It takes memory until there is no more.
        case memory
        /// It leaves a process behind, in a session of its own, and ends.
        case child
    }

    private static let library = Result {
        let path = NSTemporaryDirectory() + "mayfly-hostile-\(getpid()).so"
        let source = Checkout.folder.appending(path: "Tests/Plugins/hostile_decoder.c").path
        try run("cc", ["-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", path, source])
        atexit { try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "mayfly-hostile-\(getpid()).so") }
        return path
    }

    /// A script that executes the program as the host would, with the decoder loaded before the picture library.
    let path: String

    /// `port` is one that it tries to connect to. It holds two files open that it should not have; one can be a pipe.
    /// `start` is the shell command that executes it.
    init(_ order: Order, port: Int = 0, pipe: String? = nil, start: String = "exec") throws {
        path = NSTemporaryDirectory() + "mayfly-hostile-\(UUID())"
        let script = """
            #!/bin/sh
            exec 8</proc/self/oom_score_adj 9\(pipe.map { "<>'\($0)'" } ?? "</etc/passwd")
            export HOSTILE='\(order.rawValue)' HOSTILE_PORT=\(port) HOSTILE_TARGET=\(getpid())
            export LD_PRELOAD='\(try Self.library.get())'
            \(start) '\(Bundle.main.bundlePath)/mayfly-media-worker' "$@"

            """
        try writeScript(script, to: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Has a picture converted within these layers and no others.
    func convert(
        in layers: Set<SandboxLayer>,
        deadline: Duration = .seconds(120)
    ) async throws -> Result<[UInt8]?, ConversionFailure> {
        let converter = PictureConverter(
            program: path,
            confinement: Confinement(layers: layers, requirement: .nothing),
            deadline: deadline,
            loop: try .running()
        )
        return await converter.convert(SampleFiles.path("grey.jpg"), scope: .first).result
    }

    /// What it wrote of what it found.
    func found(in layers: Set<SandboxLayer>) async throws -> [String: String] {
        guard case .failure(.refused(let line)) = try await convert(in: layers) else { return [:] }
        let pairs = line.split(separator: ";").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    }
}

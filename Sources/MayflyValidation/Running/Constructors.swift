internal import Foundation
internal import Glibc
internal import MayflyABI
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// What a library has done when it is loaded, before any function of it is called: a worker opens it, and waits for a debugger that
/// never comes.
struct Constructors: Sendable {
    var threads: Int?
    /// Descriptors beyond those that a worker has.
    var descriptors: [String]?
    /// Files in the private folder.
    var files: [String] = []
    var isReached = false

    /// Has the worker wait.
    static var policy: Policy {
        var policy = Stage.policy
        policy.debugging = Policy.Debugging()
        policy.debugging?.wait = .seconds(30)
        return policy
    }

    static func make(_ stage: Stage) async throws -> Constructors {
        let found = Mutex(Constructors())
        let folder = try stage.privateFolder(of: "alice")
        let log = RunLog { event, process in
            guard case .process(_, .waiting, _) = event, let process else { return }
            found.withLock { found in
                found.threads = ProcessVitals.threads(of: ProcessStatus.worker(of: process))
                found.descriptors = opened(by: process)
                found.files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                found.isReached = true
            }
            Glibc.kill(process, SIGKILL)
        }
        // It ends on the way, as it should.
        _ = try await stage.window(of: "alice", log) { window in try? await window.open(stage.bundle) }
        return found.withLock { $0 }
    }

    /// The descriptors that no worker has of itself.
    private static func opened(by launched: Int32) -> [String]? {
        let process = ProcessStatus.worker(of: launched)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd") else {
            return nil
        }
        func isUnusual(_ number: Int32) -> Bool {
            number > WorkerContract.Descriptor.completions.rawValue && number != WorkerContract.link
        }
        return names.compactMap { Int32($0) }.filter(isUnusual).sorted().map { number in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(number)")
            return target ?? "descriptor \(number)"
        }
    }
}

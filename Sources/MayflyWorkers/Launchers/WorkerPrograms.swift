internal import Glibc
internal import MayflyModel

/// The two builds of the worker program.
struct WorkerPrograms {
    /// The one that loads the shared Swift runtime, for extensions in Swift, which use the same.
    private let sharedRuntime: String
    /// The one with the Swift runtime linked in, for all other extensions. It starts in a third of the time, and has
    /// fewer pages to copy at a fork and to free at its end.
    private let staticRuntime: String

    /// Takes the path of `mayfly-worker`. If the other build is not in the same folder, this one is used for all
    /// extensions.
    init(_ program: String) {
        sharedRuntime = program
        let name = "/mayfly-worker"
        let beside = program.hasSuffix(name) ? program.dropLast(name.count) + "/mayfly-static-worker" : ""
        staticRuntime = access(beside, X_OK) == 0 ? beside : program
    }

    subscript(runtime: Runtime) -> String { runtime < .swift ? staticRuntime : sharedRuntime }
}

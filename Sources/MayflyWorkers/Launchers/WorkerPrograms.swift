internal import Glibc
internal import MayflyModel

/// The programs that workers are: two builds of the same.
struct WorkerPrograms {
    /// For extensions in Swift, which share their runtime with it.
    private let shared: String
    /// With the Swift runtime in itself, for all others: it starts in a third of the time, and has less to copy and to give back.
    private let alone: String

    /// Takes the path of `mayfly-worker`. Where the other does not lie beside it, that one serves all.
    init(_ shared: String) {
        self.shared = shared
        let name = "/mayfly-worker"
        let beside = shared.hasSuffix(name) ? shared.dropLast(name.count) + "/mayfly-static-worker" : ""
        alone = access(beside, X_OK) == 0 ? beside : shared
    }

    subscript(runtime: Runtime) -> String { runtime < .swift ? alone : shared }
}

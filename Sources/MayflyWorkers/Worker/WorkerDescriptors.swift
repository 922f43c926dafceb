internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

/// Both sides of all that a worker and its host share.
struct WorkerDescriptors {
    private(set) var control = (ours: Int32(-1), theirs: Int32(-1))
    private(set) var completions = (ours: Int32(-1), theirs: Int32(-1))
    private(set) var output = (ours: Int32(-1), theirs: Int32(-1))
    /// See `BlackBox`. One for both sides.
    private(set) var box: Int32 = -1

    /// Makes them all, or none.
    init() throws(MayflyError) {
        do throws(MayflyError) {
            control = try Self.pair(mayfly_socket_pair)
            completions = try Self.pair(mayfly_socket_pair)
            output = try Self.pair(mayfly_pipe)
            box = try Self.check(mayfly_box_create())
        } catch {
            closeAll()
            throw error
        }
    }

    func closeAll() {
        closeTheirs()
        for descriptor in [control.ours, completions.ours, output.ours, box] where descriptor >= 0 { close(descriptor) }
    }

    /// Once the worker has its own copies.
    func closeTheirs() {
        for descriptor in [control.theirs, completions.theirs, output.theirs] where descriptor >= 0 {
            close(descriptor)
        }
    }

    private static func pair(
        _ make: (UnsafeMutablePointer<Int32>) -> Int32
    ) throws(MayflyError) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        _ = try check(make(&ends))
        return (ends[0], ends[1])
    }

    private static func check(_ result: Int32) throws(MayflyError) -> Int32 {
        guard result >= 0 else {
            throw MayflyError(.launchFailed, "no descriptors for a worker: \(String(cString: strerror(-result)))")
        }
        return result
    }
}

internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
internal import MayflyModel

/// All descriptors that connect a worker and its host, with both ends.
struct WorkerDescriptors {
    let control: DescriptorPair
    let completions: DescriptorPair
    let output: DescriptorPair
    /// See `BlackBox`. Both sides use the same descriptor.
    let box: Int32

    /// Makes them all, or none.
    init() throws(MayflyError) {
        var pairs: [DescriptorPair] = []
        do throws(MayflyError) {
            for kind in [DescriptorPair.Kind.stream, .stream, .pipe] {
                pairs.append(try DescriptorPair(kind, for: "a worker"))
            }
            box = mayfly_box_create()
            guard box >= 0 else {
                throw MayflyError(.launchFailed, "no descriptors for a worker: \(String(cString: strerror(-box)))")
            }
        } catch {
            for pair in pairs { pair.closeBoth() }
            throw error
        }
        (control, completions, output) = (pairs[0], pairs[1], pairs[2])
    }

    /// The worker's ends, with the library that it opens.
    func files(with library: Int32) -> WorkerFiles {
        WorkerFiles(
            control: control.theirs,
            completions: completions.theirs,
            library: library,
            output: output.theirs,
            box: box
        )
    }

    func closeAll() {
        for pair in [control, completions, output] { pair.closeBoth() }
        close(box)
    }

    /// Closes the worker's ends, when the worker has its own copies.
    func closeTheirs() { for pair in [control, completions, output] { pair.closeTheirs() } }
}

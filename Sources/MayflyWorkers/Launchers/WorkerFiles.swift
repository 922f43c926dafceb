internal import MayflyABI

/// The descriptors that a worker gets copies of. The caller keeps its own, and closes them.
package struct WorkerFiles: Sendable {
    /// The worker's end of the control socket: callbacks go to the worker, calls come from it.
    package let control: Int32
    /// The worker's end of the socket on which completions go to it.
    package let completions: Int32
    /// The checked library, open for reading.
    package let library: Int32
    /// The write end of the pipe that takes stdout and stderr.
    package let output: Int32
    /// The shared memory for the report of a crash.
    package let box: Int32

    package init(control: Int32, completions: Int32, library: Int32, output: Int32, box: Int32) {
        self.control = control
        self.completions = completions
        self.library = library
        self.output = output
        self.box = box
    }

    /// The descriptor that the worker gets at that number.
    subscript(descriptor: WorkerContract.Descriptor) -> Int32 {
        switch descriptor {
        case .output: output
        case .control: control
        case .completions: completions
        case .library: library
        case .box: box
        }
    }
}

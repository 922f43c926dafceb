internal import CMayflyLinux
internal import Glibc
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel
package import MayflyWorkers

/// Converts pictures, each in a short-lived process: decoders of untrusted pictures must not run in the process of the host.
package struct PictureConverter: Sendable {
    private let program: String
    private let confinement: Confinement
    private let deadline: Duration
    private let loop: EventLoop
    private let processes: AsyncSemaphore

    /// Takes the path of the `mayfly-media-worker` program, the sandbox of its processes, the time limit for one picture, and how
    /// many processes may run at once: each may use the memory of a large picture.
    package init(
        program: String,
        confinement: Confinement = Confinement(),
        deadline: Duration,
        processLimit: Int = 2,
        loop: EventLoop
    ) {
        self.program = program
        self.confinement = confinement
        self.deadline = deadline
        self.loop = loop
        processes = AsyncSemaphore(processLimit)
    }

    /// Converts the picture of a file.
    ///
    /// Returns at the latest when the deadline after the start of the process has passed, and at once when the task is cancelled.
    /// The process has ended then.
    package func convert(_ path: String, scope: PictureConversion.Scope) async -> Conversion {
        await processes.withPermitUnlessCancelled { await conversion(path, scope) } ?? .failed(.cancelled)
    }

    /// Converts a picture that is in memory.
    package func convert(_ bytes: [UInt8], scope: PictureConversion.Scope) async -> Conversion {
        await processes.withPermitUnlessCancelled {
            let file = mayfly_memory_file(bytes, bytes.count)
            guard file >= 0 else {
                return .failed(.notStarted("no file can be made in memory: \(String(cString: strerror(-file)))"))
            }
            return await conversion(file, scope)
        } ?? .failed(.cancelled)
    }

    private func conversion(_ path: String, _ scope: PictureConversion.Scope) async -> Conversion {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            let why = String(cString: strerror(errno))
            return .failed(.notStarted("the file \(shown(path)) cannot be opened: \(why)"))
        }
        return await conversion(file, scope)
    }

    private func conversion(_ file: Int32, _ scope: PictureConversion.Scope) async -> Conversion {
        let order = ConversionOrder(
            program: program,
            file: file,
            scope: scope,
            confinement: confinement,
            deadline: deadline
        )
        return await ConversionProcess(loop: loop).run(order)
    }
}

internal import Glibc
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel
package import MayflyWorkers

/// Converts pictures, each in a short-lived process, because decoders of untrusted pictures do not belong into the host's.
package struct PictureConverter: Sendable {
    /// So many processes at once: each may take the memory of a large picture.
    private static let atOnce = 2

    private let program: String
    private let confinement: Confinement
    private let deadline: Duration
    private let loop: EventLoop
    private let processes = AsyncSemaphore(Self.atOnce)

    /// Takes the path of the `mayfly-media-worker` program, what is to hold its processes, and how long one picture may take.
    package init(program: String, confinement: Confinement = Confinement(), deadline: Duration, loop: EventLoop) {
        self.program = program
        self.confinement = confinement
        self.deadline = deadline
        self.loop = loop
    }

    /// Converts the picture of a file.
    ///
    /// Returns within the deadline from the start of the process, and the process is gone then, on every path.
    package func convert(_ path: String, scope: PictureConversion.Scope) async -> Conversion {
        await processes.withPermit { await conversion(path, scope) }
    }

    private func conversion(_ path: String, _ scope: PictureConversion.Scope) async -> Conversion {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            let why = String(cString: strerror(errno))
            return .failed(.notStarted("the file \(shown(path)) cannot be opened: \(why)"))
        }
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

internal import Glibc
package import MayflyModel

/// Converts pictures, each in a short-lived process, because decoders of untrusted pictures do not belong into the host's.
package struct PictureConverter: Sendable {
    /// So many processes at once: each may take the memory of a large picture.
    private static let atOnce = 2

    private let program: String
    private let deadline: Duration
    private let loop: EventLoop
    private let gate = Gate(Self.atOnce)

    /// Takes the path of the `mayfly-media-worker` program, and how long one picture may take.
    package init(program: String, deadline: Duration, loop: EventLoop) {
        self.program = program
        self.deadline = deadline
        self.loop = loop
    }

    /// The bytes of the converted picture, which are not trusted; nil for one that moves where only stills are wanted.
    ///
    /// Returns within the deadline from the start of the process, and the process is gone then, on every path.
    package func convert(_ path: String, scope: PictureConversion.Scope) async throws(ConversionFailure) -> [UInt8]? {
        await gate.enter()
        let result = await result(path, scope)
        await gate.leave()
        return try result.get()
    }

    private func result(_ path: String, _ scope: PictureConversion.Scope) async -> Result<[UInt8]?, ConversionFailure> {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            return .failure(
                .notStarted("the file \(shown(path)) cannot be opened: \(String(cString: strerror(errno)))")
            )
        }
        let process = ConversionProcess(loop: loop)
        return await process.run(program, file: file, scope: scope, deadline: deadline)
    }
}

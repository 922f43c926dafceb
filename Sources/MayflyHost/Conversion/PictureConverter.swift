internal import CMayflyLinux
internal import Glibc
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel
package import MayflyWorkers

/// Converts pictures, each in a short-lived process: decoders of untrusted pictures must not run in the process of the host.
///
/// Those for messages, for cards and for pages do not wait for each other. Of the first two an extension has one at a time: however many
/// pictures it has, and however long they take, those of others come in turn.
package struct PictureConverter: Sendable {
    private let program: String
    private let confinement: Confinement
    private let deadline: Duration
    private let loop: EventLoop
    private let messages: FairSemaphore<ExtensionID?>
    private let cards: FairSemaphore<ExtensionID?>
    private let pages: AsyncSemaphore

    /// Takes the path of the `mayfly-media-worker` program, the sandbox of its processes, the time limit for one picture, and how
    /// many processes of each kind may run at once: each may use the memory of a large picture.
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
        messages = FairSemaphore(processLimit)
        cards = FairSemaphore(processLimit)
        pages = AsyncSemaphore(processLimit)
    }

    /// Converts the picture of a file, for a message of an extension.
    ///
    /// Returns at the latest when the deadline after the start of the process has passed, and at once when the task is cancelled.
    /// The process has ended then.
    package func convert(
        _ path: String,
        scope: PictureConversion.Scope,
        for id: ExtensionID?
    ) async -> Conversion {
        await messages.withPermitUnlessCancelled(of: id) { await conversion(path, scope) } ?? .failed(.cancelled)
    }

    /// Converts the picture of a file, for a page.
    package func convert(_ path: String, scope: PictureConversion.Scope) async -> Conversion {
        await pages.withPermitUnlessCancelled { await conversion(path, scope) } ?? .failed(.cancelled)
    }

    /// Converts a picture that is in memory, for a page.
    package func convert(_ bytes: [UInt8], scope: PictureConversion.Scope) async -> Conversion {
        await pages.withPermitUnlessCancelled { await conversion(bytes, scope) } ?? .failed(.cancelled)
    }

    /// Runs `body`, which reads a picture of a card of that extension and converts it by `convertInTurn`, when it is its turn. Nil when the
    /// task was cancelled before that.
    func withTurn<Value>(
        of id: ExtensionID?,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async -> Value
    ) async -> Value? {
        await cards.withPermitUnlessCancelled(of: id, body)
    }

    /// Converts a picture that is in memory; inside `withTurn`. What the host does for it is charged to the account of the task.
    func convertInTurn(_ bytes: [UInt8], scope: PictureConversion.Scope) async -> Conversion {
        await conversion(bytes, scope)
    }

    private func conversion(_ bytes: [UInt8], _ scope: PictureConversion.Scope) async -> Conversion {
        let file = CPUAccounting.charge { mayfly_memory_file(bytes, bytes.count) }
        guard file >= 0 else {
            return .failed(.notStarted("no file can be made in memory: \(String(cString: strerror(-file)))"))
        }
        return await conversion(file, scope)
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

internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

extension WorkerProcess {
    /// Serves the host until the process ends. The descriptors of `WorkerContract` must be in place. `close` enters the
    /// last layer of the sandbox, before any code of the extension runs.
    static func begin(_ close: () -> Int32) -> Never {
        mayfly_buffer_output_by_line()
        // If this fails, a report of a crash has only the signal.
        let box = WorkerContract.Descriptor.box.rawValue
        _ = mayfly_box_install(box)
        Glibc.close(box)
        let worker = WorkerProcess()
        CurrentWorker.worker.withLock { $0 = worker }
        // An error is reported when the library is opened.
        _ = HostFunctions.common
        guard close() == 0 else { endProcess(status: 125) }
        worker.serve()
    }

    private func serve() -> Never {
        var receiver = Channel.Receiver(WorkerContract.Descriptor.control.rawValue, isWatched: true)
        guard let first = receiver.next(), first.kind == .open else { endProcess(status: 1) }
        do {
            let loaded = try LoadedExtension(first, worker: self)
            channel.send(
                Frame(.opened, payload: Table.opened.payload(["abi_version": .unsigned(UInt64(loaded.version))]))
            )
            while let frame = receiver.next() { try loaded.handle(frame) }
        } catch {
            // The text may have names of symbols, which may be of any length.
            let whole = (error as? LoadError)?.description ?? "\(error)"
            let reason = String(SafeText.beginning(of: whole, bytes: Frame.longestText))
            channel.send(Frame(.refused, payload: Table.refused.payload(["reason": .text(reason)])))
            // The host ends this process when it has read the reason.
            while receiver.next() != nil {}
        }
        endProcess()
    }
}

internal import CMayflyLinux
internal import MayflyABI

/// The worker's end of its sockets. They block, because a worker only waits for its host.
struct Channel: Sendable {
    private final class Sender: Sendable {
        /// Frames of several threads must not be mixed.
        let lock = PthreadMutex(())
    }

    private let sender = Sender()
    private let control: Int32

    init(control: Int32 = WorkerContract.Descriptor.control.rawValue) { self.control = control }

    /// Sends a frame to the host. Ends this process when the host has ended.
    func send(_ frame: Frame) { send(frame.bytes) }

    /// Sends the bytes of a frame.
    func send(_ bytes: [UInt8]) {
        let result = sender.lock.withLock { _ in
            bytes.withUnsafeBytes { mayfly_send_all(control, $0.baseAddress, $0.count) }
        }
        if result < 0 { endProcess() }
    }

    /// The frames of one socket, one after the other; nil when the host has closed it.
    struct Receiver {
        let descriptor: Int32
        private var buffer = FrameBuffer()
        private var spin: AdaptiveSpin?

        /// - Parameter isWatched: whether the thread spins for a moment before it sleeps until the next frame.
        init(_ descriptor: Int32, isWatched: Bool = false) {
            self.descriptor = descriptor
            spin = isWatched ? AdaptiveSpin(processors: Int(mayfly_processors())) : nil
        }

        mutating func next() -> Frame? {
            while true {
                // The host is trusted: bytes that are not a frame mean that the descriptor is not the host's.
                guard let frame = try? buffer.next() else {
                    guard fill() else { return nil }
                    continue
                }
                return frame
            }
        }

        /// How long the thread spins: a host that is not busy sends the next call within this time.
        private static let spinNanoseconds: Int64 = 20_000

        /// Spins, if that is due. Returns the number of bytes that were read; nil if none arrived.
        private mutating func readWhileSpinning(_ piece: UnsafeMutableRawBufferPointer) -> Int? {
            guard spin?.isDue() == true else { return nil }
            var isUndisturbed: Int32 = 0
            let count = mayfly_read_soon(
                descriptor,
                piece.baseAddress,
                piece.count,
                Self.spinNanoseconds,
                &isUndisturbed
            )
            spin?.learn(paid: count >= 0 && isUndisturbed != 0)
            return count >= 0 ? count : nil
        }

        private mutating func fill() -> Bool {
            withUnsafeTemporaryAllocation(byteCount: 32 * 1024, alignment: 8) { piece in
                let count = readWhileSpinning(piece) ?? mayfly_read(descriptor, piece.baseAddress, piece.count)
                guard count > 0 else { return false }
                buffer.append(UnsafeRawBufferPointer(rebasing: piece[..<count]))
                return true
            }
        }
    }
}

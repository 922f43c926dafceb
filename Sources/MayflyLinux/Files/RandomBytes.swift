internal import CMayflyLinux
package import MayflyModel
internal import Synchronization

/// Random numbers of the kernel, read in blocks: each read is a system call, and every item needs an identifier.
///
/// A number is erased when it is returned, so that no identifier can be read from this memory later.
package struct RandomBytes: RandomNumberGenerator {
    /// Numbers in a block.
    static let blockSize = 128

    private var block = [UInt64](repeating: 0, count: blockSize)
    private var left = 0
    private let fetch: (inout [UInt64]) -> Bool

    /// - Parameter fetch: fills the block; false when it cannot.
    init(fetch: @escaping (inout [UInt64]) -> Bool = Self.fromKernel) { self.fetch = fetch }

    /// The next number.
    package mutating func next() -> UInt64 {
        if left == 0 {
            var system = SystemRandomNumberGenerator()
            guard fetch(&block) else { return system.next() }
            left = block.count
        }
        left -= 1
        defer { block[left] = 0 }
        return block[left]
    }

    private static func fromKernel(_ block: inout [UInt64]) -> Bool {
        block.withUnsafeMutableBytes { bytes in
            // getentropy (man 3) gives 256 bytes at most.
            stride(from: 0, to: bytes.count, by: 256).allSatisfy { start in
                mayfly_random(bytes.baseAddress.map { $0 + start }, min(256, bytes.count - start)) == 0
            }
        }
    }

    private static let common = Mutex(RandomBytes())

    /// A random identifier, version 4, from the block of this process.
    ///
    /// Only for the host: a process that forks would copy the rest of its block to its child.
    package static func uuid() -> UUID128 { common.withLock { UUID128(using: &$0) } }
}

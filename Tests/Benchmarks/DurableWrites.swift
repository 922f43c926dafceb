import Foundation

/// The floor under every durable step: as many bytes as a message has, brought to the same disk.
struct DurableWrites: ~Copyable {
    private let descriptor: Int32
    private let bytes = [UInt8](repeating: 0x41, count: 4096)

    init(in folder: String) throws {
        descriptor = open(folder + "/floor", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }

    func write() {
        _ = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        fdatasync(descriptor)
    }
}

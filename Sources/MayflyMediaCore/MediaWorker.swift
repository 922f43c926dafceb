internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

/// The program that converts one picture and ends (see `PictureConversion`). What it reads is not trusted, and neither is
/// the process from then on: the host checks what comes out of it.
package enum MediaWorker {
    package static func run(arguments: [String]) -> Never {
        guard arguments.count == 3, let parent = pid_t(arguments[1]),
            let scope = PictureConversion.Scope(rawValue: arguments[2])
        else {
            end(.misused, "mayfly-media-worker is started by mayfly and does nothing on its own; see mayfly --help")
        }
        guard mayfly_die_with_parent(parent) == 0 else { end(.refused, "the host is gone") }
        guard Confinement.enter() else { end(.refused, "the limits of the process cannot be set") }
        do throws(TranscodingError) {
            switch try Transcoder.convert(try input(), scope: scope) {
            case .animated: end(.animated)
            case .jpeg(let bytes): end(write(bytes, to: 1) ? .converted : .refused)
            }
        } catch {
            end(.refused, error.reason)
        }
    }

    /// All of descriptor 0.
    private static func input() throws(TranscodingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = mayfly_read(0, &part, part.count)
            guard count >= 0 else {
                throw TranscodingError("it cannot be read: \(String(cString: strerror(Int32(-count))))")
            }
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
            guard bytes.count <= PictureRules.maximumBytes else { throw .tooManyBytes }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }

    private static func end(_ status: PictureConversion.Status, _ reason: String? = nil) -> Never {
        if let reason { _ = write(Array("\(reason)\n".utf8), to: 2) }
        _exit(status.rawValue)
    }
}

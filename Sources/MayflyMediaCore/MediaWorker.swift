internal import CMayflyLinux
internal import Glibc
internal import MayflyModel
internal import MayflySandbox

/// The program that converts one picture, or the names of one crash, and ends (see `PictureConversion`). Its input is not trusted,
/// nor is the process after it has read the input: the host checks its output.
package enum MediaWorker {
    /// Runs the process, according to the program's arguments. The picture comes on standard input.
    package static func run(arguments: [String]) -> Never {
        guard arguments.count == 5, let parent = pid_t(arguments[1]),
            let scope = PictureConversion.Scope(rawValue: arguments[2]),
            let requirement = SandboxRequirement(rawValue: arguments[4])
        else {
            end(.misused, "mayfly-media-worker is started by mayfly and does nothing on its own; see mayfly --help")
        }
        guard mayfly_die_with_host() == 0, isHostThere(parent) else { end(.refused, "the host has ended") }
        let layers = Set(arguments[3].split(separator: ",").compactMap { SandboxLayer(rawValue: String($0)) })
        let demangler = scope == .names ? Demangler() : nil
        let report = PictureSandbox.enter(layers, scope)
        let lines = report.lines.isEmpty ? "\n" : report.lines + "\n\n"
        guard write(Array(lines.utf8), to: 2) else { end(.refused) }
        if !report.meets(requirement) { end(.refused) }
        do throws(TranscodingError) {
            if let demangler {
                end(write(demangler.readable(lines: try input(of: scope)), to: 1) ? .converted : .refused)
            }
            switch try Transcoder.convert(try input(of: scope), scope: scope) {
            case .animated: end(.animated)
            case .jpeg(let bytes), .png(let bytes), .pixels(let bytes): end(write(bytes, to: 1) ? .converted : .refused)
            }
        } catch {
            end(.refused, error.reason)
        }
    }

    /// Whether the host is alive: it may have ended before this process could be notified of its end.
    private static func isHostThere(_ parent: pid_t) -> Bool {
        // In a PID namespace the host has no process id. A pipe without a reader is in an error state.
        guard getppid() == 0 else { return getppid() == parent }
        var pipe = pollfd(fd: 2, events: 0, revents: 0)
        return poll(&pipe, 1, 0) == 0
    }

    /// All of descriptor 0.
    private static func input(of scope: PictureConversion.Scope) throws(TranscodingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = mayfly_read(0, &part, part.count)
            guard count >= 0 else {
                throw TranscodingError("it cannot be read: \(String(cString: strerror(Int32(-count))))")
            }
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
            try TranscodingError.checkBytes(bytes.count, most: scope.maximumBytes)
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

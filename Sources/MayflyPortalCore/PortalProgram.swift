internal import Glibc
internal import MayflyModel

/// The program that asks the desktop of a person for a picture, in a process of its own: what speaks to the session bus, and opens what
/// is chosen there, is not in the host.
///
/// It does one thing and ends, as `PortalEnd` says. When its input ends nobody wants the answer any more: it takes back what it has asked
/// for and ends.
package enum PortalProgram {
    /// Runs the process, according to the program's arguments: what is wanted, and what the person is told.
    package static func run(arguments: [String]) -> Never {
        guard arguments.count == 3, let wish = Wish(rawValue: arguments[1]) else {
            print("mayfly-portal is started by mayfly and does nothing on its own; see mayfly --help")
            exit(64)
        }
        signal(SIGPIPE, SIG_IGN)
        silence()
        do throws(Ending) {
            let bus = try Bus()
            try PortalSandbox.enter(sharesMemory: wish == .camera)
            switch wish {
            case .photo: end(with: try PhotoChoice(bus, title: arguments[2]).picture())
            case .camera: end(with: try Camera(bus).picture())
            }
        } catch {
            switch error {
            case .cancelled, .unwanted: exit(PortalEnd.cancelled.rawValue)
            case .unavailable(let reason): end(unavailable: reason)
            }
        }
    }

    private enum Wish: String {
        case photo, camera
    }

    /// What libraries write to standard error would stand on the screen of the person. The number is never that of a connection.
    private static func silence() {
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nothing >= 0, nothing == STDERR_FILENO || dup2(nothing, STDERR_FILENO) >= 0 else {
            end(unavailable: "/dev/null cannot be opened")
        }
    }

    /// Ends the process with a sentence that says why there is no picture.
    static func end(unavailable reason: String) -> Never {
        write(Array(SafeText.line(reason, limit: PortalEnd.longestReason).utf8))
        _exit(PortalEnd.unavailable.rawValue)
    }

    private static func end(with picture: [UInt8]) -> Never {
        write(picture)
        _exit(PortalEnd.picture.rawValue)
    }

    private static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Nobody waits for it any more.
            guard count > 0 else { exit(PortalEnd.cancelled.rawValue) }
            rest = rest.dropFirst(count)
        }
    }
}

/// Why there is no picture.
enum Ending: Error {
    /// The person gives none.
    case cancelled
    /// Nobody wants one any more: the input of the program has ended.
    case unwanted
    /// There is none here.
    case unavailable(String)
}

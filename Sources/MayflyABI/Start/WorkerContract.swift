package import MayflyModel

/// How a worker is started: what the host and the worker program agree on before the first frame. Both sides read it here.
///
/// A program of another build is refused by its fingerprint, so all of it may change from build to build.
package enum WorkerContract {
    /// A descriptor that the host hands to a worker, by the number at which the worker has it. The cases stand in the order in
    /// which a packet brings them.
    package enum Descriptor: Int32, CaseIterable, Sendable {
        /// The write end of the pipe that takes standard output; standard error is a copy of it.
        case output = 1
        /// The control socket: callbacks one way; their returns, and the extension's calls, the other.
        case control = 3
        /// The socket on which completions go to the worker.
        case completions = 4
        /// The extension's library, open for reading.
        case library = 5
        /// The black box. The worker closes it as soon as it is mapped: no extension sees it.
        case box = 6
    }

    /// Standard input, which is empty.
    package static let input: Int32 = 0
    /// Standard error.
    package static let errors: Int32 = 2
    /// Of a forked worker: where the host tells it its extension, and where it reports its state to the host (`LinkMessage`).
    /// Where the layer of descriptors holds, it is closed before any code of the extension runs.
    package static let link: Int32 = 7
    /// Of a zygote: the socket on which the host asks for workers.
    package static let zygoteSocket: Int32 = 3
    /// The first number that no part of the contract takes.
    package static let firstFree: Int32 = 8

    /// Bytes of the longest packet to or from a zygote, and to a worker that waits.
    package static let longestPacket = 16 * 1024
    /// Descriptors that one packet brings at most.
    package static let mostFiles = 8
    /// The mounts that a host of the superuser adds to a start request: the bundle, the private folder, the received
    /// files.
    package static let mountCount = 3

    /// The extension's bundle, by its path in the root folder of a sandbox.
    package static let bundleFolder = "/bundle"
    /// The extension's private folder, by its path in the root folder of a sandbox.
    package static let privateFolder = "/private"
    /// The files of messages that the extension may read, by their path in the root folder of a sandbox.
    package static let receivedFolder = "/received"

    /// The user and the group of workers that a host of the superuser starts, if the folders can be mounted for it
    /// (`MappedFolders`). It is in the range that no distribution, service manager or container uses for accounts.
    package static let workerUser: UInt32 = 2_046_820_352

    /// The bytes of the largest file that a worker in a sandbox can make (RLIMIT_FSIZE).
    package static let largestFile = 64 << 20

    /// The whole environment of a worker. The Swift runtime's own crash reporter is off: it holds a crash for
    /// milliseconds and prints memory; the host reports the crash. Nor may a Rust panic resolve symbols.
    package static let environment = [
        "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "RUST_BACKTRACE=0",
    ]
}

/// The arguments of the worker program, without its name.
package enum WorkerArguments: Equatable, Sendable {
    /// Be the worker of the host with that process id; the descriptors are in place.
    case worker(host: Int32)
    /// Be a zygote of that host for extensions that need the runtime, and make the layers of the sandbox.
    case zygote(ZygoteService, host: Int32, layers: Set<SandboxLayer>, Runtime)

    /// The arguments as the program is given them.
    package var list: [String] {
        switch self {
        case .worker(let host): ["\(host)"]
        case .zygote(let service, let host, let layers, let runtime):
            [service.rawValue, "\(host)", layers.map(\.rawValue).sorted().joined(separator: ","), runtime.rawValue]
        }
    }

    /// Reads the arguments; nil for any that the host does not give. Layers of other names are left out.
    package init?(_ list: some Collection<String>) {
        let list = Array(list)
        switch list.count {
        case 1:
            guard let host = Int32(list[0]) else { return nil }
            self = .worker(host: host)
        case 4:
            guard let service = ZygoteService(rawValue: list[0]), let host = Int32(list[1]),
                let runtime = Runtime(rawValue: list[3])
            else { return nil }
            let layers = list[2].split(separator: ",").compactMap { SandboxLayer(rawValue: String($0)) }
            self = .zygote(service, host: host, layers: Set(layers), runtime)
        default: return nil
        }
    }
}

/// How long a zygote serves, by the argument that says so.
package enum ZygoteService: String, Sendable {
    /// Until the host ends.
    case many = "--zygote"
    /// For one worker, which so begins as a program of its own.
    case one = "--zygote-of-one"
}

package import MayflyModel

/// Host to a worker that waits, on its link: the folders of its extension, as the host knows them. The packet brings the
/// descriptors of `WorkerContract.Descriptor.allCases`; after them, a host of the superuser sends the mounts of the three folders.
/// The worker reads it as a `StartPacket`.
package struct StartRequest: Sendable {
    /// Absolute path, in the host's file system.
    let bundleFolder: String
    /// Absolute path, in the host's file system.
    let privateFolder: String
    /// Absolute path, in the host's file system. The worker may only read there.
    let receivedFolder: String
    /// The path of the library in the bundle folder.
    let library: String

    /// Takes absolute paths of the host's file system, and the library's path in the bundle.
    package init(bundleFolder: String, library: String, privateFolder: String, receivedFolder: String) {
        self.bundleFolder = bundleFolder
        self.library = library
        self.privateFolder = privateFolder
        self.receivedFolder = receivedFolder
    }

    /// The bytes of the packet: four texts, each with a zero after it.
    package var payload: [UInt8] {
        [bundleFolder, privateFolder, receivedFolder, library].flatMap { Array($0.utf8) + [0] }
    }
}

/// Host to worker, in the first frame: open the library and negotiate a version of the interface.
package struct OpenRequest: Equatable, Sendable {
    /// What the host calls itself, for extensions.
    package let hostName: String
    /// The version of the product, by semantic versioning.
    package let hostVersion: String
    /// What errors call the library.
    package let library: String
    /// The path at which the worker opens the library, so that a debugger finds it; nil opens it by its descriptor.
    package let libraryPath: String?
    /// The path by which the extension knows its private folder.
    package let privateFolder: String
    /// How the worker is to behave otherwise than usual; nil for a launch by a person.
    package let trial: HostTrial?

    /// Takes what the extension and error messages are told.
    package init(
        hostName: String,
        hostVersion: String,
        library: String,
        libraryPath: String? = nil,
        privateFolder: String,
        trial: HostTrial? = nil
    ) {
        self.hostName = hostName
        self.hostVersion = hostVersion
        self.library = library
        self.libraryPath = libraryPath
        self.privateFolder = privateFolder
        self.trial = trial
    }

    /// Reads what `payload` wrote; nil for the request of another build.
    package init?(_ payload: [UInt8]) throws(WireError) {
        let record = try Table.open.value(of: payload)
        guard record["fingerprint"].unsigned == Table.fingerprint else { return nil }
        self.init(
            hostName: record["host_name"].text ?? "",
            hostVersion: record["host_version"].text ?? "",
            library: record["library"].text ?? "the library",
            libraryPath: record["library_path"].text,
            privateFolder: record["private_folder"].text ?? "",
            trial: record["trial"].text.flatMap(HostTrial.init)
        )
    }

    /// The payload of the frame.
    package var payload: [UInt8] {
        Table.open.payload([
            "fingerprint": .unsigned(Table.fingerprint), "host_name": .text(hostName),
            "host_version": .text(hostVersion), "library": .text(library),
            "library_path": libraryPath.map { .text($0) } ?? .null, "private_folder": .text(privateFolder),
            "trial": trial.map { .text($0.text) } ?? .null,
        ])
    }
}

/// What comes on the link of a worker, one packet each.
package enum LinkMessage: Equatable, Sendable {
    /// From process 1 of the worker's PID namespace: the packet brings a pidfd of the worker.
    case worker
    /// From the worker: it waits for its extension.
    case ready
    /// From the worker: the sandbox cannot be entered, and why. More than four bytes.
    case refusal(String)
    /// From process 1: how the worker ended, as waitpid tells it (`mayfly_run_init`).
    case ended(status: Int32)

    /// Reads a packet; nil for an empty one and for one that is none of these.
    package init?(_ bytes: some Collection<UInt8>, hasDescriptor: Bool) {
        switch (hasDescriptor, bytes.count) {
        case (true, _): self = .worker
        case (_, 1): self = .ready
        case (_, 4): self = .ended(status: Int32(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }))
        case (_, 5...): self = .refusal(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }

    /// The bytes of the packet.
    package var bytes: [UInt8] {
        switch self {
        case .worker, .ready: [0]
        case .refusal(let reason): Array(reason.utf8)
        case .ended(let status): (0..<4).map { UInt8(truncatingIfNeeded: status >> ($0 * 8)) }
        }
    }
}

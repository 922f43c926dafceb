internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
package import MayflyModel
internal import Synchronization

/// Has workers forked by a zygote, inside its sandbox. The zygote is started with the first worker, and anew when it died:
/// no worker dies with it.
package final class ZygoteLauncher: WorkerLauncher {
    /// The zygote that runs; at rest it costs no processor time.
    private struct Running {
        let process: LaunchedProcess
        let socket: Int32
        let missing: [SandboxLayer: String]
    }

    private let program: String
    private let layers: Set<SandboxLayer>
    private let running = Mutex<Running?>(nil)

    /// `layers` are those that are wanted; tests leave one out.
    package init(program: String, layers: Set<SandboxLayer> = Set(SandboxLayer.allCases)) {
        self.program = program
        self.layers = layers
    }

    deinit {
        if let zygote = running.withLock({ $0 }) { Self.end(zygote) }
    }

    package func launch(_ files: WorkerFiles, _ order: WorkerOrder) throws(MayflyError) -> LaunchedProcess {
        let request = Table.zygoteLaunch.payload([
            "bundle_folder": .text(order.bundleFolder), "private_folder": .text(order.privateFolder),
        ])
        // One that has died shows it by not answering; a second that does is a fault of its own.
        do throws(MayflyError) {
            return try ask(request, files)
        } catch {
            restart()
            return try ask(request, files)
        }
    }

    package func folders(for order: WorkerOrder) throws(MayflyError) -> WorkerFolders {
        guard try zygote().missing[.root] == nil else { return .unmoved(order) }
        return WorkerFolders(bundle: "/bundle", privateFolder: "/private")
    }

    /// Which layers of the sandbox do not hold on this machine, and why; starts the zygote if it does not run.
    package func missingLayers() throws(MayflyError) -> [SandboxLayer: String] { try zygote().missing }

    // MARK: Asking

    private func ask(_ request: [UInt8], _ files: WorkerFiles) throws(MayflyError) -> LaunchedProcess {
        let zygote = try zygote()
        var report: [Int32] = [-1, -1]
        guard mayfly_packet_pair(&report) == 0 else { throw Self.failure("no sockets") }
        defer { close(report[1]) }
        let descriptors = [files.control, files.completions, files.library, files.output, files.box, report[1]]
        let sent = mayfly_send_packet(zygote.socket, request, request.count, descriptors, descriptors.count)
        do throws(MayflyError) {
            guard sent == 0 else { throw Self.failure(String(cString: strerror(-sent))) }
            let (answer, descriptor) = try Self.receive(Table.zygoteLaunched, from: zygote.socket)
            guard let process = answer["process"].unsigned, process > 0, let descriptor else {
                throw Self.failure(answer["reason"].text ?? "it gave no reason")
            }
            return LaunchedProcess(id: Int32(truncatingIfNeeded: process), descriptor: descriptor, report: report[0])
        } catch {
            close(report[0])
            throw error
        }
    }

    private static func receive(
        _ record: Record,
        from socket: Int32
    ) throws(MayflyError) -> (RecordValue, descriptor: Int32?) {
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        var descriptor: Int32 = -1
        var count = 1
        let size = mayfly_receive_packet(socket, &bytes, bytes.count, &descriptor, &count)
        guard size > 0, let value = try? record.value(of: Array(bytes[..<size])) else {
            if count == 1 { close(descriptor) }
            throw failure("it has died")
        }
        return (value, count == 1 ? descriptor : nil)
    }

    // MARK: The zygote's own life

    private func zygote() throws(MayflyError) -> Running {
        if let zygote = running.withLock({ $0 }) { return zygote }
        let zygote = try start()
        running.withLock { $0 = zygote }
        return zygote
    }

    private func restart() {
        let old = running.withLock { running in
            defer { running = nil }
            return running
        }
        if let old { Self.end(old) }
    }

    private func start() throws(MayflyError) -> Running {
        var ends: [Int32] = [-1, -1]
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard mayfly_packet_pair(&ends) == 0, null >= 0 else { throw Self.failure("no descriptors") }
        defer { close(null) }
        let wanted = layers.map(\.rawValue).sorted().joined(separator: ",")
        let process: LaunchedProcess
        do throws(MayflyError) {
            process = try LaunchedProcess(
                program,
                ["--zygote", "\(getpid())", wanted],
                environment: ExecLauncher.environment,
                inherit: [
                    mayfly_inherit(from: null, to: 0), mayfly_inherit(from: null, to: 1),
                    mayfly_inherit(from: null, to: 2), mayfly_inherit(from: ends[1], to: 3),
                ]
            )
        } catch {
            for end in ends { close(end) }
            throw error
        }
        // Only the zygote holds its end now, so its death is the end of the socket.
        close(ends[1])
        let zygote = Running(process: process, socket: ends[0], missing: [:])
        do throws(MayflyError) {
            let (ready, _) = try Self.receive(Table.zygoteReady, from: ends[0])
            guard ready["fingerprint"].unsigned == Table.fingerprint else {
                throw Self.failure("\(program) is of another build")
            }
            let missing = Self.layers(ready["missing"].text ?? "")
            return Running(process: process, socket: ends[0], missing: missing)
        } catch {
            Self.end(zygote)
            throw error
        }
    }

    private static func layers(_ lines: String) -> [SandboxLayer: String] {
        var missing: [SandboxLayer: String] = [:]
        for line in lines.split(separator: "\n") {
            let name = line.prefix { $0 != " " }
            if let layer = SandboxLayer(rawValue: String(name)) {
                missing[layer] = String(line.dropFirst(name.count + 1))
            }
        }
        return missing
    }

    private static func end(_ zygote: Running) {
        close(zygote.socket)
        _ = mayfly_pidfd_signal(zygote.process.descriptor, SIGKILL)
        waitpid(zygote.process.id, nil, 0)
        close(zygote.process.descriptor)
    }

    private static func failure(_ reason: String) -> MayflyError {
        MayflyError(.launchFailed, "no worker comes from the zygote: \(reason)")
    }
}

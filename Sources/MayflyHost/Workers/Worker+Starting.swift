internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

extension Worker {
    func launch(_ order: WorkerOrder) throws(MayflyError) -> LaunchedProcess {
        var descriptors: [Int32] = []
        func pair(_ make: (UnsafeMutablePointer<Int32>) -> Int32) throws(MayflyError) -> (ours: Int32, theirs: Int32) {
            var ends: [Int32] = [-1, -1]
            let status = make(&ends)
            guard status == 0 else {
                for descriptor in descriptors { close(descriptor) }
                throw MayflyError(.launchFailed, "no descriptors for a worker: \(String(cString: strerror(-status)))")
            }
            descriptors += ends
            return (ends[0], ends[1])
        }
        let control = try pair(mayfly_socket_pair)
        let completions = try pair(mayfly_socket_pair)
        let output = try pair(mayfly_pipe)
        let box = mayfly_box_create()
        guard box >= 0 else {
            for descriptor in descriptors { close(descriptor) }
            throw MayflyError(.launchFailed, "no memory for a worker: \(String(cString: strerror(-box)))")
        }
        descriptors.append(box)
        let files = WorkerFiles(
            control: control.theirs,
            completions: completions.theirs,
            library: order.library,
            output: output.theirs,
            box: box
        )
        let launched: LaunchedProcess
        do {
            launched = try launcher.launch(files, order)
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
        for descriptor in [control.theirs, completions.theirs, output.theirs] { close(descriptor) }
        process = Process(
            id: launched.id,
            descriptor: launched.descriptor,
            control: SocketWriter(control.ours),
            completions: SocketWriter(completions.ours),
            output: output.ours,
            report: launched.report,
            box: box,
            watches: [:],
            started: .now
        )
        watch(control.ours) { $0.controlIsReady() }
        watch(completions.ours) { $0.completionsAreReady() }
        watch(output.ours) { $0.readOutput() }
        watch(launched.descriptor) { $0.processEnded() }
        return launched
    }

    func watch(_ descriptor: Int32, _ handler: @escaping @Sendable (isolated Worker) -> Void) {
        guard process?.watches[descriptor] == nil else { return }
        process?.watches[descriptor] = loop.watch(descriptor) { [weak self] in
            self?.assumeIsolated { handler($0) }
        }
    }

    func unwatch(_ descriptor: Int32) {
        guard let token = process?.watches.removeValue(forKey: descriptor) else { return }
        loop.unwatch(descriptor, token)
    }

    static func openPayload(_ order: WorkerOrder, _ folders: WorkerFolders) -> [UInt8] {
        Table.open.payload([
            "fingerprint": .unsigned(Table.fingerprint),
            "abi_min": .unsigned(UInt64(Table.oldestVersion)),
            "abi_max": .unsigned(UInt64(Table.newestVersion)),
            "host_name": .text(HostInfo.name),
            "host_version": .text(HostInfo.version),
            "library": .text(order.libraryName),
            "private_folder": .text(folders.privateFolder),
        ])
    }
}

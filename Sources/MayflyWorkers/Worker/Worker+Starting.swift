internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

extension Worker {
    func launch(_ order: LaunchRequest) async throws(MayflyError) -> LaunchedProcess {
        let descriptors = try WorkerDescriptors()
        let files = WorkerFiles(
            control: descriptors.control.theirs,
            completions: descriptors.completions.theirs,
            library: order.library,
            output: descriptors.output.theirs,
            box: descriptors.box
        )
        let launched: LaunchedProcess
        do {
            launched = try await launcher.launch(files, order, within: policy)
        } catch {
            descriptors.closeAll()
            throw error
        }
        descriptors.closeTheirs()
        process = Process(
            id: launched.id,
            descriptor: launched.descriptor,
            control: SocketWriter(descriptors.control.ours),
            completions: SocketWriter(descriptors.completions.ours),
            output: descriptors.output.ours,
            report: launched.report,
            group: launched.group,
            box: descriptors.box,
            watches: [:],
            started: .now
        )
        watch(descriptors.control.ours) { $0.controlIsReady() }
        watch(descriptors.completions.ours) { $0.completionsAreReady() }
        watch(descriptors.output.ours) { $0.readOutput() }
        watch(launched.descriptor) { $0.processEnded() }
        return launched
    }

    func watch(_ descriptor: Int32, _ handler: @escaping @Sendable (isolated Worker) -> Void) {
        guard process?.watches[descriptor] == nil else { return }
        process?.watches[descriptor] = loop.watch(descriptor) { [weak self] in
            self?.onLoop(handler) { $1($0) }
        }
    }

    func unwatch(_ descriptor: Int32) {
        guard let token = process?.watches.removeValue(forKey: descriptor) else { return }
        loop.unwatch(descriptor, token)
    }

    static func openPayload(_ order: LaunchRequest, _ folders: WorkerFolders) -> [UInt8] {
        OpenRequest(
            hostName: HostInfo.name,
            hostVersion: HostInfo.version,
            library: order.libraryName,
            privateFolder: folders.privateFolder
        ).payload
    }
}

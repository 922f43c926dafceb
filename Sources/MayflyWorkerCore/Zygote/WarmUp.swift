internal import CMayflyLinux
internal import CMayflyWarmUp
internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// Runs a complete worker once in the zygote, with an extension that is part of this program.
///
/// Tables, call interfaces, closures, bound symbols and the runtime's metadata of types are made on first use. After
/// the warm-up they are ready in every worker that is forked later; without it, a worker would spend more time on them
/// than on its extension.
///
/// Runtimes have their own warm-ups, in libraries in the folder of this program.
struct WarmUp {
    private static let instance: UInt32 = 1

    let runtimes: [@convention(c) () -> Void]

    /// Opens the warm-ups of this runtime and of the runtimes that it includes, as far as they exist.
    init(_ runtime: Runtime) {
        runtimes = Runtime.allCases.filter { $0 <= runtime }.compactMap(\.warmUp).compactMap { name in
            guard let library = dlopen("\(Self.folder)/\(name)", RTLD_NOW | RTLD_LOCAL),
                let function = dlsym(library, "mayfly_warm_up")
            else { return nil }
            return unsafeBitCast(function, to: (@convention(c) () -> Void).self)
        }
    }

    /// Runs all warm-ups. When it runs again in a worker, the pages that it writes to are copied for the worker.
    ///
    /// It sends nothing to the host and starts no thread. If a warm-up fails, only the first calls of workers are
    /// slower; the result is then false.
    @discardableResult
    func run() -> Bool {
        for function in runtimes { function() }
        return runWorker()
    }

    /// The folder of this program.
    private static var folder: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let text = String(decoding: path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
    }

    private func runWorker() -> Bool {
        // Frames for the host stay unread in this pair of sockets, until both are closed.
        var ends: [Int32] = [-1, -1]
        guard mayfly_socket_pair(&ends) == 0 else { return false }
        defer { for end in ends { close(end) } }
        let worker = WorkerProcess(channel: Channel(control: ends[0]))
        CurrentWorker.worker.withLock { $0 = worker }
        defer { CurrentWorker.worker.withLock { $0 = nil } }
        var buffer = FrameBuffer()
        for frame in Self.frames { frame.bytes.withUnsafeBytes { buffer.append($0) } }
        guard let first = try? buffer.next(), let request = try? OpenRequest(first.payload),
            let entry = mayfly_warm_up_entry(),
            let loaded = try? LoadedExtension(request, entry: entry, worker: worker)
        else { return false }
        do {
            while let frame = try buffer.next() { try loaded.handle(frame) }
        } catch {
            return false
        }
        return true
    }

    private static var frames: [Frame] {
        let launch = RecordValue(
            Table.launch,
            ["bundle_folder": .text(WorkerContract.bundleFolder), "locale": .text("en")]
        )
        let open = OpenRequest(
            hostName: "host",
            hostVersion: "0",
            library: "library",
            privateFolder: WorkerContract.privateFolder
        )
        let made = Table.newInstance.payload(["launch": .record(launch)])
        let callbacks = Table.controller.functions.filter { $0.parameters.count == 2 } + Table.viewDelegate.functions
        return [Frame(.open, payload: open.payload), Frame(.makeInstance, instance: instance, payload: made)]
            + callbacks.filter { $0 !== Table.willResignActive }.enumerated().map { number, function in
                Frame(
                    .callback,
                    function: function.id,
                    instance: instance,
                    token: UInt64(number),
                    payload: function.payload([.record(state), .record(action)])
                )
            }
    }

    private static var state: RecordValue {
        let person = Value.uuid(UUID128())
        let conversation = RecordValue(
            Table.conversationInfo,
            ["local_participant": person, "remote_participants": .list([person])]
        )
        return RecordValue(Table.state, ["active_conversation": .record(conversation)])
    }

    private static var action: RecordValue {
        let input = RecordValue(Table.input, ["id": .text("id"), "value": .text("value")])
        return RecordValue(
            Table.action,
            ["id": .text("action"), "data": .text("{}"), "inputs": .list([.record(input)])]
        )
    }
}

internal import Foundation
internal import MayflyAuthoring
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel
internal import MayflyStore

/// The loop of `mayfly run`: it builds and packs, shows the extension in a process of its own, and begins again at a change of the
/// sources.
struct AuthorsLoop {
    static let people = ["alice", "bob"]
    private static let conversation = "chat"

    private let folder: String
    private let device: String
    private let isWeb: Bool
    private let options: [String]
    private let home: String
    private let signals = EndingSignals()
    private var build: ProjectBuild
    /// The session or the page; nil while there is none.
    private var shown: ForegroundProcess?

    init(folder: String, device: String, isWeb: Bool, options: [String]) {
        let absolute = URL(filePath: folder).standardizedFileURL.path
        (self.folder, self.device, self.isWeb, self.options) = (absolute, device, isWeb, options)
        home = absolute + "/build/home"
        build = ProjectBuild(of: absolute, signals)
    }

    /// Returns when the person leaves, and throws what ended it otherwise: a `CancellationError` at a signal. What it has started has
    /// ended then, and the terminal is as it was.
    mutating func run() async throws {
        let terminal = TerminalModes()
        let result: Result<Void, any Error>
        do { result = .success(try await goOn()) } catch { result = .failure(error) }
        if let shown { await signals.end(shown) }
        terminal.restore()
        signals.stop()
        try result.get()
    }

    private mutating func goOn() async throws {
        // The project must be one at the beginning; later it may be broken for a while.
        _ = try Project(at: folder)
        while true {
            let bundle = try await build.run()
            if await tellChanges() { continue }
            if let bundle {
                try await show(bundle)
            } else {
                Output.complain("waiting for a change of the sources; Ctrl-C ends")
            }
            guard try await waitsForChange() else { return }
        }
    }

    // MARK: Showing

    private mutating func show(_ bundle: ProjectBuild.Bundle) async throws {
        let program = try ExtensionHost.program("mayfly")
        if isWeb, shown != nil { return try await endWorkers(of: bundle.id, by: program) }
        try makePeople()
        let command = [program, "--home", home]
        if isWeb {
            let page = ["serve", "--side-by-side", Self.people.joined(separator: ",")]
            shown = try ForegroundProcess(
                ["env", "MAYFLY_PATH=\(folder)/build"] + command + page + options,
                in: folder
            )
        } else {
            let other = Self.people.first { $0 != device } ?? device
            Output.standard.write(
                line:
                    "the other side, in another terminal: MAYFLY_PATH=\(folder)/build mayfly chat chat --as \(other) --home \(home)"
            )
            let session = ["launch", bundle.path, "--conversation", Self.conversation, "--as", device, "--calls"]
            shown = try ForegroundProcess(command + session + options, in: folder)
        }
    }

    private func makePeople() throws {
        let host = try ExtensionHost(home: HomeFolder(path: home))
        let known = Set(try host.devices().map(\.name))
        for name in Self.people where !known.contains(name) { _ = try host.createDevice(name) }
        guard try !host.conversations().contains(where: { $0.name == Self.conversation }) else { return }
        _ = try host.createConversation(Self.conversation, with: Self.people)
    }

    /// The page opens the new one when the person does.
    private func endWorkers(of id: ExtensionID, by program: String) async throws {
        let kill = try ForegroundProcess([program, "--home", home, "kill", id.rawValue], in: folder)
        await signals.await(kill)
    }

    // MARK: Waiting

    /// Waits for a change of the sources, at which it ends a session, or for the end of what is shown. False when the person has left.
    private mutating func waitsForChange() async throws -> Bool {
        while true {
            if let ending = shown?.ending {
                shown = nil
                guard try goesOn(after: ending) else { return false }
            }
            guard signals.first == nil else { throw CancellationError() }
            if await tellChanges() { break }
            try await Task.sleep(for: ProjectBuild.pause)
        }
        if !isWeb, let session = shown {
            await session.end { signals.isUrgent }
            shown = nil
        }
        return true
    }

    /// Tells what has changed since the last build began; false for nothing.
    private func tellChanges() async -> Bool {
        guard let changes = await build.changes() else { return false }
        let list = changes.prefix(3).map { SafeText.line($0, limit: 100) }.joined(separator: ", ")
        Output.standard.write(line: "changed: \(list)\(changes.count > 3 ? ", …" : "")")
        return true
    }

    private func goesOn(after ending: ForegroundProcess.Ending) throws -> Bool {
        switch ending {
        case .exited(0): return false
        case .exited(130), .signal(SIGINT): throw CancellationError()
        case _ where signals.first != nil: throw CancellationError()
        case .exited(let status) where isatty(STDIN_FILENO) == 1:
            Output.complain(
                "the session has ended with status \(status); waiting for a change of the sources, Ctrl-C ends"
            )
            return true
        case .exited(let status): throw ReportedFailure(code: Self.code(of: status))
        case .signal(let number):
            throw MayflyError(.internalFault, "the session was ended by signal \(number)")
        }
    }

    private static func code(of status: Int32) -> MayflyError.Code {
        switch status {
        case 3: .extensionCrashed
        case 4: .invalidBundle
        default: .internalFault
        }
    }
}

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
    /// How often the sources are looked at, in microseconds.
    private static let pause: UInt32 = 200_000

    private let folder: String
    private let device: String
    private let isWeb: Bool
    private let options: [String]
    private let home: String
    /// What the last build has seen.
    private var seen: SourceSnapshot?
    /// What a build has changed itself.
    private var ownWrites: Set<String> = []

    init(folder: String, device: String, isWeb: Bool, options: [String]) {
        let absolute = URL(filePath: folder).standardizedFileURL.path
        (self.folder, self.device, self.isWeb, self.options) = (absolute, device, isWeb, options)
        home = absolute + "/build/home"
    }

    /// Returns when the person leaves, and throws what ended it otherwise.
    mutating func run() throws {
        // The project must be one at the beginning; later it may be broken for a while.
        _ = try Project(at: folder)
        Self.takeKeys()
        var shown: ForegroundProcess?
        defer { shown?.end() }
        while true {
            if let bundle = try build() {
                if isWeb, shown != nil {
                    endWorkers(of: bundle.id)
                } else {
                    try makePeople()
                    shown = try show(bundle)
                }
            } else {
                Output.complain("waiting for a change of the sources; Ctrl-C ends")
            }
            guard try waitForChange(&shown) else { return }
            if !isWeb { shown = nil }
        }
    }

    // MARK: Building

    /// Builds and packs; nil after a failure, which it tells.
    private mutating func build() throws -> (path: String, id: ExtensionID)? {
        do {
            let project = try Project(at: folder)
            let before = SourceSnapshot(of: project)
            defer { seen = before }
            if !project.file.build.isEmpty {
                Output.standard.write(
                    line: "building: \(SafeText.line(project.file.build.joined(separator: " "), limit: 300))"
                )
                guard try carryOut(project.file.build) else { return nil }
            }
            let report = try BundlePacker.pack(project)
            for warning in report.warnings { Output.complain("warning: \(warning)") }
            let path = URL(filePath: report.bundle).standardizedFileURL.path
            noteOwnWrites(of: project, since: before)
            return (path, project.manifest.id)
        } catch let error as MayflyError {
            seen =
                (try? Project(at: folder)).map { SourceSnapshot(of: $0) } ?? SourceSnapshot(ofBrokenProjectAt: folder)
            Output.complain(error.message)
            return nil
        }
    }

    /// What the build itself has written among the sources starts nothing, or the loop would never end.
    private mutating func noteOwnWrites(of project: Project, since before: SourceSnapshot) {
        for path in SourceSnapshot(of: project).changes(since: before) where ownWrites.insert(path).inserted {
            Output.complain("the build itself writes \(SafeText.line(path, limit: 300)): changes of it start nothing")
        }
    }

    private func carryOut(_ command: [String]) throws -> Bool {
        let build = try ForegroundProcess(command, in: folder)
        while true {
            switch build.ending() {
            case .exited(0): return true
            case .exited(let status):
                Output.complain("the build has ended with status \(status)")
                return false
            case .signal(let number):
                guard number != SIGINT else { throw CancellationError() }
                Output.complain("the build was ended by signal \(number)")
                return false
            case nil: usleep(Self.pause / 10)
            }
        }
    }

    // MARK: Showing

    private func makePeople() throws {
        let host = try ExtensionHost(home: HomeFolder(path: home))
        let known = Set(try host.devices().map(\.name))
        for name in Self.people where !known.contains(name) { _ = try host.createDevice(name) }
        guard try !host.conversations().contains(where: { $0.name == Self.conversation }) else { return }
        _ = try host.createConversation(Self.conversation, with: Self.people)
    }

    private func show(_ bundle: (path: String, id: ExtensionID)) throws -> ForegroundProcess {
        let program = try ExtensionHost.program("mayfly")
        guard !isWeb else {
            setenv("MAYFLY_PATH", folder + "/build", 1)
            return try ForegroundProcess(
                [program, "serve", "--home", home, "--side-by-side", Self.people.joined(separator: ",")] + options,
                in: folder
            )
        }
        let other = Self.people.first { $0 != device } ?? device
        Output.standard.write(
            line:
                "the other side, in another terminal: MAYFLY_PATH=\(folder)/build mayfly chat chat --as \(other) --home \(home)"
        )
        return try ForegroundProcess(
            [
                program, "launch", bundle.path, "--home", home, "--conversation", Self.conversation, "--as", device,
                "--calls",
            ] + options,
            in: folder
        )
    }

    /// The page opens the new one when the person does.
    private func endWorkers(of id: ExtensionID) {
        guard let program = try? ExtensionHost.program("mayfly"),
            let kill = try? ForegroundProcess([program, "kill", id.rawValue, "--home", home], in: folder)
        else { return }
        while kill.ending() == nil { usleep(Self.pause / 10) }
    }

    // MARK: Waiting

    /// Ctrl-C ends the command, which then has nothing to put in order.
    private static func takeKeys() {
        signal(SIGINT) { _ in _exit(130) }
        signal(SIGQUIT, SIG_DFL)
    }

    private static func leaveKeysToTheSession() {
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
    }

    /// Waits for a change of the sources, at which it ends the session, or for the end of the session. False when the person has left.
    private mutating func waitForChange(_ shown: inout ForegroundProcess?) throws -> Bool {
        // The keys of the terminal are for the session.
        if shown != nil { Self.leaveKeysToTheSession() }
        defer { Self.takeKeys() }
        while true {
            if let ending = shown?.ending() {
                shown = nil
                guard try goesOn(after: ending) else { return false }
                Self.takeKeys()
            }
            if let changes = changes() {
                if !isWeb, let session = shown {
                    session.end()
                    while session.ending() == nil { usleep(Self.pause / 10) }
                }
                let list = changes.prefix(3).map { SafeText.line($0, limit: 100) }.joined(separator: ", ")
                Output.standard.write(line: "changed: \(list)\(changes.count > 3 ? ", …" : "")")
                return true
            }
            usleep(Self.pause)
        }
    }

    /// What has changed since the last build, once nothing changes any more; nil for nothing.
    private func changes() -> [String]? {
        guard let seen else { return nil }
        func look() -> SourceSnapshot {
            (try? Project(at: folder)).map { SourceSnapshot(of: $0) } ?? SourceSnapshot(ofBrokenProjectAt: folder)
        }
        var last = look()
        guard !last.changes(since: seen).filter({ !ownWrites.contains($0) }).isEmpty else { return nil }
        // An editor writes in several steps.
        while true {
            usleep(Self.pause / 2)
            let next = look()
            if next == last { break }
            last = next
        }
        let changes = last.changes(since: seen).filter { !ownWrites.contains($0) }
        return changes.isEmpty ? nil : changes
    }

    private func goesOn(after ending: ForegroundProcess.Ending) throws -> Bool {
        switch ending {
        case .exited(0): return false
        case .exited(130), .signal(SIGINT): throw CancellationError()
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

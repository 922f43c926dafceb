internal import Foundation
internal import MayflyAuthoring
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyModel

/// Builds and packs a project, again and again, and finds what has changed since.
struct ProjectBuild {
    /// What the last build has made.
    struct Bundle {
        let path: String
        let id: ExtensionID
    }

    /// How often the sources are looked at.
    static let pause = Duration.milliseconds(200)
    /// An editor writes in several steps: changes are complete when nothing has changed for so long.
    private static let rest = Duration.milliseconds(100)

    private let folder: String
    private let signals: EndingSignals
    /// The sources when the last build began.
    private var seen: SourceSnapshot?
    private var writes = BuildWrites()

    init(of folder: String, _ signals: EndingSignals) { (self.folder, self.signals) = (folder, signals) }

    /// Builds and packs. Nil after a failure, which it tells; throws a `CancellationError` at a signal.
    mutating func run() async throws -> Bundle? {
        let before = look()
        seen = before
        var bundle: Bundle?
        do {
            bundle = try await make()
        } catch let error as MayflyError {
            Output.complain(error.message)
        }
        for path in writes.note(look().changes(since: before)) {
            Output.complain("the build itself writes \(SafeText.line(path, limit: 300)): changes of it start nothing")
        }
        return bundle
    }

    private func make() async throws -> Bundle? {
        let project = try Project(at: folder)
        let command = project.file.build
        if !command.isEmpty {
            Output.standard.write(line: "building: \(SafeText.line(command.joined(separator: " "), limit: 300))")
            guard try await carryOut(command) else { return nil }
        }
        let report = try BundlePacker.pack(project)
        for warning in report.warnings { Output.complain("warning: \(warning)") }
        return Bundle(path: URL(filePath: report.bundle).standardizedFileURL.path, id: project.manifest.id)
    }

    private func carryOut(_ command: [String]) async throws -> Bool {
        let build = try ForegroundProcess(command, in: folder)
        await signals.await(build)
        switch build.ending {
        case .exited(0)? where signals.first == nil: return true
        case _ where signals.first != nil, .signal(SIGINT)?, nil: throw CancellationError()
        case .exited(let status)?: Output.complain("the build has ended with status \(status)")
        case .signal(let number)?: Output.complain("the build was ended by signal \(number)")
        }
        return false
    }

    // MARK: Changes

    private func look() -> SourceSnapshot { SourceSnapshot(at: folder, after: seen) }

    /// What has changed since the last build began, once nothing changes any more; nil for nothing. What builds write is left out.
    func changes() async -> [String]? {
        guard let seen else { return nil }
        func changes(in snapshot: SourceSnapshot) -> [String] {
            snapshot.changes(since: seen).filter { !writes.own.contains($0) }
        }
        var last = look()
        guard !changes(in: last).isEmpty else { return nil }
        while signals.first == nil {
            try? await Task.sleep(for: Self.rest)
            let next = look()
            if next == last { break }
            last = next
        }
        let found = changes(in: last)
        return found.isEmpty ? nil : found
    }
}

extension EndingSignals {
    /// Waits for the end of a program, and ends it at a signal.
    func await(_ process: ForegroundProcess) async {
        while process.ending == nil, first == nil {
            _ = await process.ending(within: ProjectBuild.pause) { first != nil }
        }
        await end(process)
    }

    /// Ends a program. The signals of keys, and of a terminal that is gone, have come to it too.
    func end(_ process: ForegroundProcess) async {
        await process.end(isAsked: first.map { $0 != SIGTERM } ?? false) { isUrgent }
    }
}

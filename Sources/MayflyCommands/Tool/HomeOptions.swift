package import ArgumentParser
internal import Foundation
package import MayflyBundles
package import MayflyHost
package import MayflyModel
package import MayflyStore
package import MayflyWorkers

/// The option of every command that names the home folder.
package struct HomeOptions: ParsableArguments {
    /// The environment variable that names the folder when the option is absent.
    private static let variable = "MAYFLY_HOME"

    /// What the hosts of commands provide. The programs of the product provide nothing; those of tests may.
    @TaskLocal package static var providers = Providers()

    @Option(
        help: ArgumentHelp(
            "The folder of all state (default: $\(Self.variable), else the user's data folder).",
            valueName: "dir"
        )
    )
    package var home: String?

    package init() {}

    package func validate() throws {
        guard home?.isEmpty != true else { throw ValidationError("--home needs the path of a folder") }
    }

    /// The folder, which need not exist yet. Its path is absolute because worker processes get it.
    ///
    /// - Throws: `.files` for a home that is no folder or that cannot be read, so that no command shows it as an empty one.
    package func folder() throws(MayflyError) -> HomeFolder {
        let environment = ProcessInfo.processInfo.environment
        let named = home ?? environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
        let folder = if let named { HomeFolder(path: named) } else { try HomeFolder.standard(environment: environment) }
        // Foundation replaces invalid UTF-8 by this character, and the path would then name another folder.
        guard !folder.path.unicodeScalars.contains("\u{FFFD}") else {
            throw MayflyError(.files, "the path of the home folder is not UTF-8: '\(folder.path)'")
        }
        try folder.check()
        return folder
    }

    /// Runs `body` with the host of the folder, and ends its helper processes afterwards.
    package func withHost<Result>(
        _ confinement: Confinement = Confinement(),
        policy: Policy = Policy(),
        searching searchPath: SearchPath? = nil,
        providers: Providers = HomeOptions.providers,
        watcher: (any LaunchWatcher)? = nil,
        _ body: (ExtensionHost) async throws -> Result
    ) async throws -> Result {
        let host = try host(confinement, policy: policy, searching: searchPath, providers: providers, watcher: watcher)
        return try await Self.using(host, body)
    }

    /// The same with the host for a command that only reads.
    func withReader<Result>(_ body: (ExtensionHost) async throws -> Result) async throws -> Result {
        try await Self.using(try reader(), body)
    }

    private static func using<Result>(
        _ host: ExtensionHost,
        _ body: (ExtensionHost) async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body(host)
            await endHelpers(of: host)
            return result
        } catch {
            await endHelpers(of: host)
            throw error
        }
    }

    private static func endHelpers(of host: ExtensionHost) async {
        for line in await host.endHelpers() { Output.complain(line) }
    }

    /// `searchPath` nil means the standard one.
    package func host(
        _ confinement: Confinement = Confinement(),
        policy: Policy = Policy(),
        searching searchPath: SearchPath? = nil,
        providers: Providers = HomeOptions.providers,
        watcher: (any LaunchWatcher)? = nil
    ) throws(MayflyError) -> ExtensionHost {
        try ExtensionHost(
            home: try folder(),
            searchPath: searchPath,
            policy: policy,
            confinement: confinement,
            launcher: nil,
            providers: providers,
            watcher: watcher
        )
    }

    /// The host for a command that only reads: it works with a home folder that cannot be written, and makes none.
    func reader() throws(MayflyError) -> ExtensionHost { try ExtensionHost(reading: try folderToRead()) }

    /// The folder for a command that only reads. A missing one that the option names may be misspelt, so that is reported.
    func folderToRead() throws(MayflyError) -> HomeFolder {
        let folder = try folder()
        if home != nil, !folder.exists {
            let path = SafeText.line(folder.path)
            Output.complain("warning: there is no home folder '\(path)'; it is read as an empty one")
        }
        return folder
    }
}

internal import ArgumentParser
internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// The option of every command that says where the state is kept.
struct HomeOptions: ParsableArguments {
    /// The variable that counts when the option is not given.
    static let variable = "MAYFLY_HOME"

    @Option(
        help: ArgumentHelp(
            "Keep all state in this folder (else $\(Self.variable), else the user's data folder).",
            valueName: "dir"
        )
    )
    var home: String?

    func validate() throws {
        guard home?.isEmpty != true else { throw ValidationError("--home needs the path of a folder") }
    }

    /// The folder, which need not be there yet. Its path is absolute, since it is told to worker processes.
    func folder() throws(MayflyError) -> HomeFolder {
        let environment = ProcessInfo.processInfo.environment
        let named = home ?? environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
        let folder = if let named { HomeFolder(path: named) } else { try HomeFolder.standard(environment: environment) }
        // Bytes that are no text have become this character on the way here, and so the path that of another folder.
        guard !folder.path.unicodeScalars.contains("\u{FFFD}") else {
            throw MayflyError(.files, "the path of the home folder is not UTF-8: '\(folder.path)'")
        }
        return folder
    }

    /// Lends the host of the folder, and leaves nothing of it on the machine.
    func withHost<Result>(
        _ confinement: Confinement = Confinement(),
        _ body: (ExtensionHost) async throws -> Result
    ) async throws -> Result {
        let host = try host(confinement)
        do {
            let result = try await body(host)
            await host.endHelpers()
            return result
        } catch {
            await host.endHelpers()
            throw error
        }
    }

    func host(_ confinement: Confinement = Confinement()) throws(MayflyError) -> ExtensionHost {
        try ExtensionHost(home: try folder(), confinement: confinement)
    }

    /// Where extensions are looked for. Reading them takes no database, so a damaged one hides none.
    func searchPath() throws(MayflyError) -> SearchPath { SearchPath.standard(home: try folder().path) }
}

internal import Foundation
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyModel
internal import MayflyValidation

/// The checks of `mayfly validate` on a bundle that is offered to others.
enum PublishedChecks {
    /// Prints what did not pass, and throws `.invalidBundle` where the bundle at `path` failed. `level` 0 carries out none.
    static func require(_ bundle: ExtensionBundle, at path: String, level: Int) async throws {
        guard level > 0 else { return }
        let scratch = try ScratchFolder("mayfly-publish-", in: FileManager.default.temporaryDirectory.path)
        let report: Result<BundleReport?, any Error>
        do {
            let validator = Validator(try Selection(level: level), settings: RunSettings(folder: scratch.path))
            var found: BundleReport?
            // What the archive will have: a library that is a bundle by itself is unpacked.
            let unpacked = try bundle.isLibrary ? UnpackedLibraries(home: scratch.path).files(of: bundle) : nil
            _ = try await validator.validate([unpacked?.bundle.folder ?? path]) { found = $0 }
            report = .success(found)
        } catch {
            report = .failure(error)
        }
        scratch.remove()
        guard let report = try report.get() else { return }
        let unmet = report.results.filter { $0.verdict.isFailure }.map(\.check.id)
        if !unmet.isEmpty || report.count("warning") > 0 {
            Output.errors.write(wrapping: TextReport.lines(of: report))
        }
        guard !report.isSuccess else { return }
        let names = unmet.isEmpty ? "no check could be carried out" : unmet.prefix(8).joined(separator: ", ")
        throw MayflyError(
            .invalidBundle,
            "\(SafeText.line(path, limit: 200)) is not offered: it fails checks of 'mayfly validate': \(names)"
        )
    }
}

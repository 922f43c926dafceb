internal import ArgumentParser
internal import MayflyAuthoring
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyModel

/// `mayfly new`: writes the project of an extension.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the project of a new extension.",
        discussion: "The folder must be missing or empty. Nothing is asked, and nothing is written elsewhere."
    )

    @Argument(help: "The folder to make; its last part is the name of the extension.") var name: String
    @Option(help: ArgumentHelp("\(ProjectLanguage.list).", valueName: "language")) var language: String?

    private static var known: [String] { ProjectLanguage.allCases.map(\.rawValue) }

    func validate() throws {
        guard let language else { throw ValidationError("name a language with --language: \(ProjectLanguage.list)") }
        guard ProjectLanguage(rawValue: language) != nil else {
            let hint = SpellingSuggestions.hint(for: language, among: Self.known)
            throw ValidationError("the language '\(shown(language))' must be \(ProjectLanguage.list)\(hint)")
        }
    }

    func run() throws {
        guard let language = language.flatMap(ProjectLanguage.init(rawValue:)) else { return }
        let project = try NewProject.make(at: name, language)
        Output.standard.write(lines: project.files.map { "\(SafeText.line(project.folder, limit: 300))/\($0)" })
        let build = project.build.isEmpty ? "" : "'\(project.build)', "
        Output.standard.write(
            line:
                "made \(SafeText.line(project.folder, limit: 300)); in it run \(build)'mayfly pack' and 'mayfly test tests/first.yaml'"
        )
    }
}

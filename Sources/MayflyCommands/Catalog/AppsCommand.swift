internal import ArgumentParser
internal import Glibc
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore

/// `mayfly apps`: the apps that extensions belong to.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the extensions that belong to an app of their publisher, and open such an app.",
        discussion: """
            An app is a place on the web. Installed extensions that have one also have an entry in the menus of the desktop, where the \
            home folder is the usual one.
            """,
        subcommands: [AppsListCommand.self, AppsOpenCommand.self],
        defaultSubcommand: AppsListCommand.self
    )
}

/// `mayfly apps list`.
struct AppsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the extensions that belong to an app, with its name and address."
    )

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
        let home = try place.folderToRead().path
        let found = Catalog.scan(.standard(home: home)).bundles.compactMap { bundle in
            bundle.manifest.app.map { (bundle, $0) }
        }
        guard !json else { return Output.standard.write(lines: found.map { Self.json($0, $1, in: home).line }) }
        guard !found.isEmpty else { return Output.standard.write(line: "no extension belongs to an app") }
        let rows = found.map { bundle, app in
            [
                SafeText.line(app.name, limit: 80), SafeText.line(bundle.manifest.name, limit: 80), bundle.id.rawValue,
                app.url,
            ]
        }
        Output.standard.write(
            wrapping: TextTable(header: ["APP", "EXTENSION", "ID", "ADDRESS"], rows: rows).lines
        )
    }

    private static func json(_ bundle: ExtensionBundle, _ app: Manifest.ContainingApp, in home: String) -> JSONValue {
        let entry = ApplicationFolder(home: home).path(of: bundle.id)
        return .object([
            "id": .text(bundle.id.rawValue), "extension": .text(bundle.manifest.name), "name": .text(app.name),
            "url": .text(app.url), "entry": .optional(DurableFile.isRegular(entry) ? entry : nil),
        ])
    }
}

/// `mayfly apps open`.
struct AppsOpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the app that an extension belongs to, in the browser.",
        discussion: "At a terminal it shows the address and asks first. The entries of the desktop use this command."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String

    func run() throws {
        let bundle = try Catalog.scan(.standard(home: try place.folderToRead().path)).find(id)
        guard let app = bundle.manifest.app else {
            throw MayflyError(.notPossibleNow, "the extension \(bundle.id) belongs to no app")
        }
        if Question.isPossible {
            Output.standard.write(wrapping: [ContainingAppText.line(app, of: bundle.manifest), "  \(app.url)"])
            try Question.confirm("Open this address?", otherwise: "", declined: "nothing was opened")
        }
        throw Self.open(app.url)
    }

    /// Replaces this process by the program that opens addresses for the desktop (execvp(3)). The address begins with https:, so it is no
    /// option. Gives an error where there is no such program.
    private static func open(_ address: String) -> MayflyError {
        let program = "xdg-open"
        let error = withCStrings([program, address]) { words in
            execvp(program, words)
            return errno
        }
        return MayflyError(
            .notPossibleNow,
            "no browser can be opened: \(program): \(String(cString: strerror(error))); the address is \(address)"
        )
    }
}

internal import ArgumentParser
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

/// `mayfly permissions`: what people have answered to extensions.
struct PermissionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permissions",
        abstract: "List and withdraw what people have answered to extensions that asked for permissions.",
        subcommands: [PermissionsListCommand.self, PermissionsRevokeCommand.self]
    )

    @OptionGroup var place: HomeOptions
}

/// `mayfly permissions list`.
struct PermissionsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the answers that are kept.")

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
        let answers = try place.reader().keptAnswers()
        guard !json else {
            return Output.standard.write(lines: answers.map { Shapes.keptAnswer.json($0, .none).line })
        }
        let rows = answers.map { answer in
            [answer.extensionID.rawValue, answer.device, "\(answer.permission)", answer.isGranted ? "always" : "no"]
        }
        let table = TextTable(header: ["EXTENSION", "DEVICE", "PERMISSION", "ANSWER"], rows: rows)
        if !answers.isEmpty { Output.standard.write(wrapping: table.lines) }
    }
}

/// `mayfly permissions revoke`.
struct PermissionsRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Withdraw answers to an extension: it has to ask again."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String
    @Argument(help: "The permission, such as network:api.example.com (default: all).") var permission: String?
    @Option(help: ArgumentHelp("The device (default: all devices).", valueName: "device")) var device: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        guard let id = ExtensionID(rawValue: id) else {
            throw ValidationError("'\(SafeText.line(id, limit: 80))' is not the id of an extension")
        }
        let name = try permission.map { text in
            guard let name = PermissionName(text) else {
                throw ValidationError("'\(SafeText.line(text, limit: 80))' is no permission that this host grants")
            }
            return name
        }
        let host = try place.host()
        let count = try host.withdrawAnswers(to: name, of: id, on: device)
        // Answers to one that is in no folder now can be withdrawn.
        if count == 0, !host.catalog().entries.contains(where: { $0.id == id }) {
            throw MayflyError(.unknownExtension, "'\(id)' is not installed, and there are no answers to it")
        }
        guard !json else {
            let answer = JSONValue.object(["id": .text(id.rawValue), "withdrawn": .number(count)])
            return Output.standard.write(line: answer.line)
        }
        let what = count == 1 ? "1 answer" : "\(count) answers"
        Output.standard.write(line: count == 0 ? "\(id) has no such answers" : "withdrew \(what) to \(id)")
    }
}

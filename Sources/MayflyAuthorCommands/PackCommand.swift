internal import ArgumentParser
internal import MayflyAuthoring
internal import MayflyCommands
internal import MayflyModel

/// `mayfly pack`: makes a bundle of what a project has built.
struct PackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Pack a project into a bundle.",
        discussion: """
            The bundle has the manifest, the icon, the libraries and stickers that the manifest names, and what 'include' in \
            mayfly-project.json names. It builds nothing and runs nothing.
            """
    )

    @Argument(help: "The folder of the project (default: the working folder).") var project = "."
    @Option(
        help: ArgumentHelp("The folder of the bundle (default: build/NAME.mayfly in the project).", valueName: "folder")
    ) var output: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let report = try BundlePacker.pack(try Project(at: project), to: output)
        for warning in report.warnings { Output.complain("warning: \(warning)") }
        if json {
            Output.standard.write(line: report.json.line)
        } else {
            Output.standard.write(wrapping: report.lines)
        }
    }
}

extension PackReport {
    /// For a person: a line for each file, for what was left out, and for the whole.
    fileprivate var lines: [String] {
        let packed = files.map { file in
            let origin = file.source == file.path ? "" : " from \(SafeText.line(file.source, limit: 300))"
            return "packed \(SafeText.line(file.path, limit: 300)), \(grouped(file.bytes)) bytes\(origin)"
        }
        let act = isReplaced ? "replaced" : "made"
        let count = files.count == 1 ? "1 file" : "\(files.count) files"
        return packed + leftOutLines
            + ["\(act) \(SafeText.line(bundle, limit: 300)): \(count), \(grouped(bytes)) bytes"]
    }

    /// What is left out for one reason is on one line.
    private var leftOutLines: [String] {
        var reasons: [String] = []
        for entry in leftOut where !reasons.contains(entry.reason) { reasons.append(entry.reason) }
        return reasons.map { reason in
            let paths = leftOut.filter { $0.reason == reason }.map { SafeText.line($0.path, limit: 300) }
            return "left out \(paths.joined(separator: ", ")): \(reason)"
        }
    }

    fileprivate var json: JSONValue {
        .object([
            "bundle": .text(bundle), "replaced": .boolean(isReplaced), "bytes": .number(bytes),
            "files": .list(
                files.map {
                    .object(["path": .text($0.path), "source": .text($0.source), "bytes": .number($0.bytes)])
                }
            ),
            "left_out": .list(leftOut.map { .object(["path": .text($0.path), "reason": .text($0.reason)]) }),
            "warnings": .texts(warnings),
        ])
    }
}

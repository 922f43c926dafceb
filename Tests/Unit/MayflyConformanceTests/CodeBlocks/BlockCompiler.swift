import Foundation
import MayflyTestSupport

/// Compiles the blocks of one language in one run, without output.
struct BlockCompiler {
    private let folder: ScratchFolder
    private var files: [String] = []

    private init() throws { folder = try ScratchFolder() }

    /// What `cc` says about the blocks; nil when it accepts them all. They are C99 without extensions of a compiler.
    static func complaint(aboutC blocks: [CodeBlock]) throws -> String? {
        var compiler = try BlockCompiler()
        for block in blocks { try compiler.add(block, ending: "c") { "#line \($1) \"\($0)\"" } }
        let headers = Checkout.folder.appending(path: "Sources/CMayfly/include").path
        return try compiler.complaint(
            of: ["cc", "-std=c99", "-fsyntax-only", "-Wall", "-Werror", "-pedantic", "-I\(headers)"]
        )
    }

    /// The same for Swift, with the modules of this build and with the module of package manifests. Each block sees only
    /// what it imports.
    static func complaint(aboutSwift blocks: [CodeBlock]) throws -> String? {
        var compiler = try BlockCompiler()
        for block in blocks {
            try compiler.add(block, ending: "swift") { "#sourceLocation(file: \"\($0)\", line: \($1))" }
        }
        let built = URL(filePath: Bundle.main.bundlePath).resolvingSymlinksInPath()
        let scratch = built.deletingLastPathComponent().deletingLastPathComponent()
        let sources = Checkout.folder.appending(path: "Sources")
        // The modules of C that the modules of the host import.
        let folders = [
            try manifestModules(), built.appending(path: "Modules").path,
            scratch.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite").path,
        ]
        let included = ["CMayfly/include", "CSodium", "CSeccomp"].map { sources.appending(path: $0).path }
        return try compiler.complaint(
            of: [
                "swiftc", "-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors",
                "-enable-upcoming-feature", "MemberImportVisibility", "-package-description-version", "6.2",
                "-module-name", "Blocks", "-module-cache-path", built.appending(path: "ModuleCache").path,
                "-Xcc", "-fmodule-map-file=\(built.appending(path: "CMayflyLinux.build/module.modulemap").path)",
            ] + (folders + included).flatMap { ["-I", $0] }
        )
    }

    /// The folder of the module `PackageDescription`.
    private static func manifestModules() throws -> String {
        struct Target: Decodable {
            struct Paths: Decodable {
                let runtimeResourcePath: String
            }
            let paths: Paths
        }
        let printed = try Program(["swiftc", "-print-target-info"]).output
        let target = try JSONDecoder().decode(Target.self, from: Data(printed.utf8))
        return target.paths.runtimeResourcePath + "/pm/ManifestAPI"
    }

    /// Writes the file of a block. `mark` is the line of code that says where the next line is in the documents.
    private mutating func add(
        _ block: CodeBlock,
        ending: String,
        mark: (_ page: String, _ line: Int) -> String
    ) throws {
        let fragment = CodeFragment.all.first { $0.matches(block) }
        var lines = [fragment?.before ?? "", mark(block.page, block.line)]
        for (index, line) in block.lines.enumerated() {
            if let fragment, line == fragment.cut {
                lines += [fragment.inserted, mark(block.page, block.line + index)]
            }
            // An ellipsis stands for the reader's code.
            lines.append(fragment == nil ? line : line.replacing("{ … }", with: "{ fatalError() }"))
        }
        lines.append(fragment?.after ?? "")
        let text = lines.map { $0 + "\n" }.joined()
        files.append(try folder.write(text, to: "block\(files.count).\(ending)"))
    }

    private func complaint(of command: [String]) throws -> String? {
        let run = try Program(command + files, takesErrors: true)
        return run.status == 0 ? nil : "\(command[0]) ended with status \(run.status):\n\(run.output)"
    }
}

import ArgumentParser
import Foundation
import MayflyAuthorCommands
import MayflyBenchCommands
import MayflyStoreCommands
import MayflyTestSupport
import MayflyWebCommands

@testable import MayflyCommands

extension ShellCommand {
    /// What is wrong with the commands of a text, one line each.
    static func problems(in text: String) throws -> [String] {
        do {
            return try all(in: text).compactMap { command in
                try command.problem().map { "\(command.program) \(command.arguments): \($0)" }
            }
        } catch let complaint as Complaint {
            return [complaint.text]
        }
    }

    private func problem() throws -> String? {
        switch program {
        case "mayfly": ofMayfly()
        case "make": try ofMake()
        case "swift", "tests": try ofTests()
        case "cc": ofCompiler()
        case "rustc", "go":
            Self.isThere("Tests/Plugins/" + (arguments.last ?? "")) ? nil : "no such file in Tests/Plugins"
        default: nil
        }
    }

    /// Parses the arguments with the types of the product, which also check the values, and the script of a pipe.
    private func ofMayfly() -> String? {
        let root: any ParsableCommand.Type =
            switch arguments.first {
            case "bench", "soak": BenchTool.self
            case "serve": WebTool.self
            case "store", "publish": StoreTool.self
            case "new", "pack", "run", "validate", "test", "preview", "trace", "replay": AuthorTool.self
            default: MayflyCommand.self
            }
        do {
            let command = try root.parseAsRoot(arguments)
            if (command as? LaunchCommand)?.script == "-" { _ = try Script(input) }
            return nil
        } catch {
            return root.message(for: error)
        }
    }

    private func ofMake() throws -> String? {
        let text = try String(contentsOf: Checkout.folder.appending(path: "Makefile"), encoding: .utf8)
        let targets = text.matches(of: #/(?m)^(?<target>[a-z-]+):/#).map { String($0.target) }
        let unknown = arguments.filter { !$0.contains("=") && !targets.contains($0) }
        return unknown.isEmpty ? nil : "no such target"
    }

    /// `swift test` and `.ci/tests`; of an embedder's package there is nothing to check here.
    private func ofTests() throws -> String? {
        var words = arguments[...]
        if program == "swift" {
            guard let verb = words.popFirst(), ["test", "run"].contains(verb) else { return "no such command" }
            guard verb == "test" else { return nil }
        } else if !Self.isThere(".ci/tests") {
            return "no such file"
        }
        while let option = words.popFirst() {
            if option == "--skip-build" { continue }
            guard option == "--filter", let filter = words.popFirst() else { return "no option of the tests" }
            let expression = try Regex(filter)
            let selected = try Self.testNames.get().contains { $0.contains(expression) }
            if !selected { return "selects no test" }
        }
        return nil
    }

    /// `MODULE.SUITE/TEST()` for all tests, and for the other functions of their files.
    private static let testNames = Result {
        let folder = Checkout.folder.appending(path: "Tests")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix("Tests.swift") }.flatMap { path -> [String] in
            let parts = path.split(separator: "/")
            let module = parts[0] == "Unit" ? String(parts[1]) : "\(parts[0])Tests"
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let suites = text.matches(of: #/(?:struct|class) (?<name>\w+Tests)\b/#).map(\.name)
            let tests = text.matches(of: #/func (?<name>\w+)\(/#).map(\.name)
            return suites.flatMap { suite in tests.map { "\(module).\(suite)/\($0)()" } }
        }
    }

    /// The folders of headers and the list of exported symbols; what is compiled is the reader's.
    private func ofCompiler() -> String? {
        let script = "-Wl,--version-script="
        let paths = arguments.compactMap { word in
            word.hasPrefix("-I") ? word.dropFirst(2) : word.hasPrefix(script) ? word.dropFirst(script.count) : nil
        }
        let lost = paths.map(String.init).filter { !Self.isThere($0) }
        return lost.isEmpty ? nil : "not in the checkout: \(lost.joined(separator: ", "))"
    }

    /// A path in the checkout, absolute or relative to it.
    private static func isThere(_ path: String) -> Bool {
        let file = path.hasPrefix("/") ? URL(filePath: path) : Checkout.folder.appending(path: path)
        return FileManager.default.fileExists(atPath: file.path)
    }
}

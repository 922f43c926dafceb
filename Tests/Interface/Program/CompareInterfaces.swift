internal import Foundation
internal import MayflyHeaders

/// `compare-interfaces OLD [NEW]` says what NEW has otherwise than OLD, a line a difference, and whether the interface stayed, grew
/// or broke. `compare-interfaces --pin` writes the golden file of the version that the headers describe, and `--reference` the reference.
@main enum CompareInterfaces {
    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            FileHandle.standardError.write(Data("compare-interfaces: \(error)\n".utf8))
            exit(2)
        }
    }

    /// Gives the exit status: 0 where the interface stayed or grew, 1 where it broke.
    private static func run(_ arguments: [String]) throws -> Int32 {
        if arguments == ["--pin"] {
            let file = try InterfacePin.write(try HeaderReader.read(InterfaceSource.headers))
            print("written: \(file.path)")
            return 0
        }
        if arguments == ["--reference"] {
            try Data(InterfaceReference().markdown.utf8).write(to: InterfaceReference.page)
            print("written: \(InterfaceReference.page.path)")
            return 0
        }
        guard (1...2).contains(arguments.count), !arguments.contains(where: { $0.isEmpty || $0.hasPrefix("-") }) else {
            throw InterfaceFailure(
                "name an old version, and a new one or none (the headers of this checkout): OLD [NEW]"
            )
        }
        let old = try InterfaceSource.read(arguments[0])
        let new =
            try arguments.count == 2 ? InterfaceSource.read(arguments[1]) : HeaderReader.read(InterfaceSource.headers)
        let differences = InterfaceComparison(from: old, to: new).differences
        for difference in differences { print(difference) }
        let counts = Dictionary(grouping: differences, by: \.judgement).mapValues(\.count)
        print(
            "the interface \(differences.judgement.rawValue): \(counts[.broke] ?? 0) broke, \(counts[.grew] ?? 0) grew"
        )
        return differences.judgement == .broke ? 1 : 0
    }
}

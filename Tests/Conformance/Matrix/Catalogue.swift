package import Foundation
internal import MayflyTestSupport

/// All statements of the specification, by number.
///
/// They are read from the tables in `Documentation/specification`, which are their only source.
package struct Catalogue: Sendable {
    package let statements: [Statement]
    private let byID: [String: Statement]

    /// The folder of this checkout.
    package static let folder = Checkout.folder.appending(path: "Documentation/specification")

    /// The catalogue of this checkout, read once. It throws the same error each time where it cannot be read.
    package static func current() throws(SpecificationError) -> Catalogue { try read.get() }

    private static let read = Result { () throws(SpecificationError) in try Catalogue(folder: folder) }

    /// Reads all Markdown files of a folder.
    package init(folder: URL) throws(SpecificationError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw SpecificationError(folder.path, "the specification cannot be read: \(error.localizedDescription)")
        }
        var pages: [(name: String, text: String)] = []
        for name in names.sorted() where name.hasSuffix(".md") {
            do {
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                pages.append(("\(folder.lastPathComponent)/\(name)", text))
            } catch {
                throw SpecificationError(name, "cannot be read: \(error.localizedDescription)")
            }
        }
        try self.init(pages: pages)
        guard !statements.isEmpty else { throw SpecificationError(folder.path, "there is no statement in any file") }
    }

    /// Reads pages of Markdown, given with the names of their files.
    package init(pages: [(name: String, text: String)]) throws(SpecificationError) {
        var byID: [String: Statement] = [:]
        for page in pages {
            for statement in try Self.statements(of: page.text, file: page.name) {
                if let first = byID.updateValue(statement, forKey: statement.id) {
                    throw SpecificationError(statement.place, "\(statement.id) stands in \(first.place), too")
                }
            }
        }
        self.byID = byID
        statements = byID.values.sorted { $0.number < $1.number }
    }

    package func contains(_ id: String) -> Bool { byID[id] != nil }

    package subscript(id: String) -> Statement? { byID[id] }

    /// The rows of the tables that begin with the columns of statements.
    private static func statements(of text: String, file: String) throws(SpecificationError) -> [Statement] {
        var statements: [Statement] = []
        var isInside = false
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = String(line)
            let place = "\(file):\(index + 1)"
            let cells = line.hasPrefix("|") ? Statement.cells(of: line) : []
            if cells == Statement.columns {
                isInside = true
            } else if isInside, !cells.isEmpty {
                let isRuler = cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "-" } }
                if !isRuler { statements.append(try Statement(row: line, place: place)) }
            } else {
                isInside = false
            }
            if !isInside, line.contains(#"id="c-"#) {
                let columns = Statement.columns.joined(separator: " | ")
                throw SpecificationError(place, "a statement outside of a table with the columns '\(columns)'")
            }
        }
        return statements
    }
}

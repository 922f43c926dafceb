package import Foundation
internal import MayflyABI
internal import MayflyTestSupport

/// The reference of the C interface as a page in Markdown, made of the headers, of the table of the interface and of the golden files.
package struct InterfaceReference {
    /// Where the page lies.
    package static let page = Checkout.folder.appending(path: "Documentation/abi.md")

    let interface: HeaderInterface
    let headers: [HeaderText]
    let comments: [String: String]
    /// The interface of each version that is pinned, the oldest first.
    let versions: [HeaderInterface]

    /// Reads the headers of the checkout.
    package init() throws {
        let folder = InterfaceSource.headers
        interface = try HeaderReader.read(folder)
        comments = try HeaderReader.comments(folder)
        headers = try HeaderReader.headers(below: folder).map { name in
            HeaderText(name: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
        versions = try InterfaceSource.goldenFiles().map { try InterfaceSource.read(golden: $0) }
    }

    /// The version that has brought a struct, a list of numbers or a function, or one of their parts.
    func since(_ isThere: (HeaderInterface) -> Bool) -> String {
        versions.first(where: isThere)?.version ?? interface.version ?? ""
    }

    /// What a comment says, without the tag and the id of a table that stand before it.
    func comment(_ name: String) -> String {
        let words = (comments[name] ?? "").replacing(/\[\w+, \w[\w ]*\] */, with: "")
        return String(words.trimmingPrefix(/"mayfly\.[a-z-]+\/\d+"(: )?/))
    }

    /// The row of the table for a function of a struct, or for one that is declared alone.
    func row(_ name: String, of owner: String? = nil) -> Function? {
        if let interface = Table.interfaces.first(where: { $0.cName == owner }) {
            return interface.functions.first { $0.cName == name }
        }
        let isOfHost = owner == "mayfly_host"
        return Table.entryPoints.first { $0.cName == name && ($0.implementer != .extension) == isOfHost }
    }
}

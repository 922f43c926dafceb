internal import Foundation
internal import Testing

/// A document as the parser of another language reads it: Python's `xml.etree`, which refuses what is not well-formed.
package enum PythonXML {
    package struct Element: Decodable, Equatable {
        package let name: String
        package let attributes: [String: String]
        /// The text before the first element in it.
        package let text: String

        package init(name: String, attributes: [String: String], text: String) {
            (self.name, self.attributes, self.text) = (name, attributes, text)
        }
    }

    /// The elements in the order of their start tags. A document that the parser refuses is an issue of the test.
    package static func elements(of document: String) throws -> [Element] {
        let printed = try run("/usr/bin/python3", ["-c", program], input: document)
        return try JSONDecoder().decode([Element].self, from: Data(printed.utf8))
    }

    private static let program = """
        import json, sys, xml.etree.ElementTree as tree
        root = tree.fromstring(sys.stdin.buffer.read())
        print(json.dumps([{"name": e.tag, "attributes": e.attrib, "text": e.text or ""} for e in root.iter()]))
        """
}

package import Foundation

#if canImport(FoundationXML)
    package import FoundationXML
#endif

/// A document as an independent parser reads it.
package final class XMLTree: NSObject, XMLParserDelegate {
    package struct Element {
        package let name: String
        package let attributes: [String: String]
        /// The names of the elements around it, from the outermost.
        package let path: [String]
        package fileprivate(set) var text = ""
    }

    /// The elements in the order of their start tags.
    package private(set) var elements: [Element] = []
    private var open: [Int] = []

    /// Nil for a document that is not well-formed.
    package init?(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    package subscript(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    package func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        let path = open.dropLast().map { elements[$0].name }
        elements.append(Element(name: name, attributes: attributes, path: path))
    }

    package func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }

    package func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?)
    {
        open.removeLast()
    }
}

import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A document as Foundation's XML parser reads it.
final class XMLTree: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        /// The names of the enclosing elements, the outermost first.
        let path: [String]
        var text = ""
    }

    /// In the order in which they begin.
    private(set) var elements: [Element] = []
    private var open: [Int] = []

    /// Nil for a document that is not well-formed.
    init?(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    subscript(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func parser(
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

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }
}

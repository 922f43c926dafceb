internal import Foundation

#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// The elements of an XML document in their order, without what has no meaning: white space between them, and how it is written.
struct XMLShape {
    struct Element {
        let name: String
        /// How many elements are around it.
        let depth: Int
        let attributes: [String: String]
        var text = ""
    }

    let elements: [Element]

    /// Nil for what is not well-formed XML.
    init?(_ text: String) {
        let parser = XMLParser(data: Data(text.utf8))
        parser.shouldResolveExternalEntities = false
        let collector = Collector()
        parser.delegate = collector
        guard parser.parse(), !collector.elements.isEmpty else { return nil }
        elements = collector.elements
    }

    private final class Collector: NSObject, XMLParserDelegate {
        var elements: [Element] = []
        private var open: [Int] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            let depth = open.count
            open.append(elements.count)
            elements.append(Element(name: name, depth: depth, attributes: attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if let last = open.last { elements[last].text += text }
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            open.removeLast()
        }
    }
}

import Foundation
import MayflyBundles
import MayflyHost
import MayflyTestSupport
import MayflyTesting
import Testing

/// A message's bubble in the picture that `mayfly transcript --svg` draws.
struct DrawnBubble {
    /// A picture in it.
    struct Picture {
        /// Where the whole of it goes.
        let frame: DrawnFrame
        /// What of that is seen.
        let seen: DrawnFrame
        let bytes: Data
        /// Its size in its own pixels, and whether it fills its frame, so that no strip is left free.
        let width, height: Double
        let fillsFrame: Bool
    }

    let body: DrawnFrame
    private(set) var media: Picture?
    private(set) var icon: Picture?
    /// What is drawn in the place of an icon.
    private(set) var letter: String?

    /// The bubbles of a conversation as a device shows it, from top to bottom. `isLacking` leaves it without the extensions.
    static func all(of test: TestHost, as device: String, isLacking: Bool = false) async throws -> [DrawnBubble] {
        let bundles = isLacking ? [] : test.host.catalog().bundles
        let folders = bundles.map { URL(filePath: $0.folder).deletingLastPathComponent().path }
        let tool = Tool(home: test.home, folders: folders.joined(separator: ":"))
        let outcome = try await tool.run("transcript", test.conversation, "--as", device, "--svg", "-")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try read(try #require(XMLTree(outcome.output)))
    }

    private static func read(_ tree: XMLTree) throws -> [DrawnBubble] {
        var bubbles: [DrawnBubble] = []
        var group: XMLTree.Element?
        for element in tree.elements {
            if element.name == "g" { group = element }
            if element.name == "rect", element.path == ["svg", "g"], element.attributes["fill"] == "#f2f2f4" {
                bubbles.append(DrawnBubble(body: try DrawnFrame(element)))
            }
            if element.name == "text", element.path == ["svg", "g", "g"], group?.attributes["class"] == "icon",
                let last = bubbles.indices.last
            {
                bubbles[last].letter = element.text
            }
            guard element.name == "use", let last = bubbles.indices.last, let group else { continue }
            let picture = try picture(element, clippedBy: group, in: tree)
            if group.attributes["class"] == "icon" {
                bubbles[last].icon = picture
            } else {
                bubbles[last].media = picture
            }
        }
        return bubbles
    }

    private static func picture(
        _ use: XMLTree.Element,
        clippedBy group: XMLTree.Element,
        in tree: XMLTree
    ) throws -> Picture {
        let (symbol, image) = try pair("symbol", use.attributes["href"]?.dropFirst(), "image", in: tree)
        let (_, seen) = try pair("clipPath", group.attributes["clip-path"]?.dropFirst(5).dropLast(), "rect", in: tree)
        let size = try DrawnFrame.numbers(["width", "height"], of: image)
        #expect(symbol.attributes["viewBox"] == "0 0 \(Int(size[0])) \(Int(size[1]))")
        let link = try #require(image.attributes["href"]?.split(separator: ",").last)
        return Picture(
            frame: try DrawnFrame(use),
            seen: try DrawnFrame(seen),
            bytes: try #require(Data(base64Encoded: String(link))),
            width: size[0],
            height: size[1],
            fillsFrame: [symbol, image].allSatisfy { $0.attributes["preserveAspectRatio"] == "xMidYMid slice" }
        )
    }

    /// The element of that name and id, and the first one in it.
    private static func pair(
        _ name: String,
        _ id: Substring?,
        _ inner: String,
        in tree: XMLTree
    ) throws -> (XMLTree.Element, XMLTree.Element) {
        let id = String(try #require(id))
        let place = try #require(tree.elements.firstIndex { $0.name == name && $0.attributes["id"] == id })
        let first = try #require(tree.elements[place...].dropFirst().first)
        try #require(first.name == inner && first.path.last == name)
        return (tree.elements[place], first)
    }
}

/// A rectangle of a drawing.
struct DrawnFrame: Equatable {
    let x, y, width, height: Double

    var maxX: Double { x + width }
    var maxY: Double { y + height }

    init(_ element: XMLTree.Element) throws {
        let numbers = try Self.numbers(["x", "y", "width", "height"], of: element)
        (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    func covers(_ other: DrawnFrame) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }

    static func numbers(_ names: [String], of element: XMLTree.Element) throws -> [Double] {
        try names.map { try #require(element.attributes[$0].flatMap(Double.init), "\($0) of \(element)") }
    }
}

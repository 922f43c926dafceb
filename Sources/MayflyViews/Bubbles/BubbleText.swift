public import MayflyModel

/// A row of a transcript in plain text, for terminals and screen readers (model 7.10).
///
/// A message has the rows of the drawn bubble, see `BubbleRows`. `SafeText` escapes all text from other people.
public struct BubbleText: Sendable, Hashable {
    /// The rows in the order of model 7.10, each of one or more lines.
    private let rows: [[String]]
    private let attribution: String?
    /// Of an interactive message, the texts of the layout that stand in the lines whole, each as one line that is safe to show.
    package let wholeTexts: [String]

    /// The lines from top to bottom; the first of an interactive message begins with its app's name in brackets.
    public var lines: [String] { contents + [attribution].compactMap(\.self) }

    /// The lines of the item itself, without one that names an extension which the device lacks; at least one.
    package var contents: [String] { rows.flatMap(\.self) }

    /// The rows in one line, joined by ` / `.
    public var line: String {
        (rows.map { $0.joined(separator: " ") } + [attribution].compactMap(\.self)).joined(separator: " / ")
    }

    /// The usual width, in cells of a terminal.
    public static let standardWidth = 72

    /// - Parameters:
    ///   - width: in cells; the rows of a message are wrapped or cut to it. Other content keeps its lines.
    ///   - name: the name of a mentioned participant on this device.
    ///   - lacks: whether this device lacks an extension; its items then get a line that names it (model 10.4).
    public init(
        _ item: Item,
        width: Int = BubbleText.standardWidth,
        name: (ParticipantID) -> String,
        lacks: (ExtensionID) -> Bool = { _ in false }
    ) {
        attribution = item.attribution(lacks: lacks)
        switch item.content {
        case .interactive(let message):
            let app = item.origin?.nameInBrackets() ?? "unknown app"
            let lines = BubbleLines(BubbleRows(message.layout, name: name), app: app, width: width)
            (rows, wholeTexts) = (lines.rows, lines.wholeTexts)
        case .sticker(let sticker):
            wholeTexts = []
            rows = [["sticker: \(SafeText.line(sticker.description)) (\(Self.facts(sticker.file)))"]]
        case .attachment(let attachment):
            wholeTexts = []
            // It has at most 255 bytes, and all of them are sent.
            let name = SafeText.line(attachment.name, limit: .max)
            rows = [["attachment: \(name) (\(Self.facts(attachment.file)))"]]
        case .text(let text):
            wholeTexts = []
            let lines = item.labelled(SafeText.block(text)).split(separator: "\n", omittingEmptySubsequences: false)
            rows = lines.map { [String($0)] }
        }
    }

    /// The line that replaces a collapsed bubble, with its origin: an extension wrote it, and it may look like words of a person or of the
    /// host. For example `[Tally] alice: Tally: 1`.
    public init(_ line: SummaryLine, name: (ParticipantID) -> String) {
        let label = line.origin?.nameInBrackets() ?? "unknown app"
        rows = [["[\(label)] \(SafeText.line(name(line.sender))): \(SafeText.line(line.text.display(name: name)))"]]
        (attribution, wholeTexts) = (nil, [])
    }

    /// A row of a transcript: a bubble without the stickers on it, or a summary line. The parameters are as for an item.
    public init(
        _ entry: TranscriptEntry,
        width: Int = BubbleText.standardWidth,
        name: (ParticipantID) -> String,
        lacks: (ExtensionID) -> Bool = { _ in false }
    ) {
        switch entry {
        case .bubble(let bubble): self.init(bubble.item, width: width, name: name, lacks: lacks)
        case .summary(let line): self.init(line, name: name)
        }
    }

    /// Type and size of a file, such as `png, 300 x 300 px, 20480 bytes`.
    public static func facts(_ file: MediaFile) -> String {
        let pixels = file.pixelSize.map { ", \($0.width) x \($0.height) px" } ?? ""
        return "\(file.type.rawValue)\(pixels), \(file.byteCount) bytes"
    }
}

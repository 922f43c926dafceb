internal import ArgumentParser
internal import Foundation
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// `mayfly preview`: draws a card.
struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Draw a card as the faces of the product do.",
        discussion: """
            The card is drawn as a terminal draws it, in compact style and in expanded style, with a line about each part of it that \
            is not shown as it was written.
            """
    )

    @Argument(help: "The file of the card; '-' is standard input.") var card: String
    @Option(help: ArgumentHelp("Draw it in this style only: compact or expanded.", valueName: "style")) var style:
        String?
    @Option(help: ArgumentHelp("Write the drawing as SVG into this file; it needs --style.", valueName: "file"))
    var svg: String?
    @Option(help: ArgumentHelp("The width in cells, 16 to 400.", valueName: "n")) var width = 72

    func validate() throws {
        guard (16...400).contains(width) else { throw ValidationError("--width takes 16 to 400, not \(width)") }
        if let style, chosen == nil {
            throw ValidationError("--style takes compact or expanded, not '\(SafeText.line(style, limit: 80))'")
        }
        guard svg == nil || style != nil else { throw ValidationError("--svg needs --style: a file has one drawing") }
    }

    private var chosen: PresentationStyle? {
        style.flatMap { PresentationStyle(name: $0) }.flatMap { $0 == .transcript ? nil : $0 }
    }

    func run() throws {
        let card = try read()
        let inputs = CardInputs(card)
        for style in chosen.map({ [$0] }) ?? [.compact, .expanded] {
            var printer = CardPrinter(width: width, style: style, ansi: Output.standard.takesANSI)
            printer.width = width
            let lines = printer.lines(of: card, inputs: inputs)
            Output.standard.write(line: rule(style.name))
            Output.standard.write(lines: lines.isEmpty ? ["(nothing is shown)"] : lines)
        }
        if !card.notes.isEmpty {
            Output.standard.write(line: rule("notes"))
            Output.standard.write(wrapping: card.notes)
        }
        if let svg, let chosen { try write(CardSheet(card, inputs, style: chosen, width: width).svg, to: svg) }
    }

    /// A line as wide as the drawing, with a title.
    private func rule(_ title: String) -> String {
        let begin = "── \(title) "
        return begin + String(repeating: "─", count: max(0, width - begin.count))
    }

    /// A card is no larger; a longer file is refused before all of it is read.
    private static let longest = 16 << 20

    private func read() throws(MayflyError) -> Card {
        let shown = card == "-" ? "standard input" : SafeText.line(card, limit: 400)
        let bytes = card == "-" ? try Self.standardInput() : try RegularFile.contents(of: card, limit: Self.longest)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MayflyError(.invalidView, "\(shown): the file is not UTF-8 text")
        }
        do throws(MayflyError) { return try Card(json: text) } catch {
            throw MayflyError(error.code, "\(shown): \(error.message)", cause: error)
        }
    }

    private static func standardInput() throws(MayflyError) -> [UInt8] {
        let data: Data
        do { data = try FileHandle.standardInput.read(upToCount: longest + 1) ?? Data() } catch {
            throw MayflyError(.files, "standard input cannot be read: \(error.localizedDescription)", cause: error)
        }
        guard data.count <= longest else {
            throw MayflyError(.invalidView, "standard input has more than \(longest) bytes, the limit of a card")
        }
        return Array(data)
    }

    private func write(_ text: String, to path: String) throws(MayflyError) {
        guard path != "-" else { return Output.standard.write(text) }
        do { try Data(text.utf8).write(to: URL(filePath: path)) } catch {
            throw MayflyError(.files, "the picture '\(SafeText.line(path, limit: 400))' cannot be written")
        }
    }
}

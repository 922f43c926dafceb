internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// `mayfly log`: how launches ended.
struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show how the last launches ended.",
        discussion: "The newest launch is the last line. With an extension's id, its last launch is shown in full."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "An extension's id, or the number of one launch.") var id: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Show only the newest launches, this many.", valueName: "n"))
    var limit = 20
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard (1...1000).contains(limit) else {
            throw ValidationError("--limit takes 1 to 1000, not \(limit)")
        }
    }

    func run() async throws {
        let host = try place.reader()
        if let number = id.flatMap({ Int($0) }) {
            guard let receipt = try await host.receipt(number) else {
                throw MayflyError(
                    .invalidInput,
                    "there is no receipt \(number): the launch has not ended, or its receipt was removed"
                )
            }
            return Output.standard.write(
                lines: json ? [Shapes.receipt.json(receipt, .none).line] : Self.lines(of: receipt)
            )
        }
        let receipts = try await host.receipts(of: try id.map(extensionID), last: limit)
        // Without receipts, the catalogue tells an extension that never ran from an unknown id.
        if let id, receipts.isEmpty { _ = try host.catalog().find(id) }
        guard !json else { return Output.standard.write(lines: receipts.map { Shapes.receipt.json($0, .none).line }) }
        Output.standard.write(wrapping: ReceiptText.table(receipts))
        if id != nil, let last = receipts.last {
            Output.standard.write(lines: [""] + Self.lines(of: last))
        }
    }

    /// At a terminal, no row of what an extension printed begins in the first column.
    private static func lines(of receipt: ExitReceipt) -> [String] {
        TerminalLines.hanging(ReceiptText.lines(of: receipt), to: Output.standard.columns)
    }

    /// The extension need not be installed any more.
    private func extensionID(_ text: String) throws(MayflyError) -> ExtensionID {
        guard let id = ExtensionID(rawValue: text) else {
            let shown = SafeText.line(text, limit: 80)
            throw MayflyError(.invalidInput, "'\(shown)' is neither an extension's id nor the number of a launch")
        }
        return id
    }
}

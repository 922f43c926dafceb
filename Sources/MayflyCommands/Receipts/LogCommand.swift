internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly log`: how launches ended.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show how the last launches ended.",
        discussion: "The newest stands last. With an extension's id the last of its launches is shown whole."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "An extension's id, or the number of one launch.") var id: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Show only this many, the newest.", valueName: "n"))
    var limit = 20
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard (1...1000).contains(limit) else {
            throw ValidationError("--limit takes 1 to 1000, not \(limit)")
        }
    }

    func run() throws {
        let host = try place.host()
        if let number = id.flatMap({ Int($0) }) {
            guard let receipt = try host.receipt(number) else {
                throw MayflyError(
                    .invalidInput,
                    "there is no receipt \(number): it has not ended, or is no longer kept"
                )
            }
            return Output.standard.write(lines: json ? [JSONValue(receipt).line] : ReceiptText.lines(of: receipt))
        }
        let receipts = try host.receipts(of: try id.map(extensionID), last: limit)
        // One that was never launched is known from its bundle alone.
        if let id, receipts.isEmpty { _ = try host.catalog().find(id) }
        guard !json else { return Output.standard.write(lines: receipts.map { JSONValue($0).line }) }
        Output.standard.write(lines: ReceiptText.table(receipts))
        if id != nil, let last = receipts.last {
            Output.standard.write(lines: [""] + ReceiptText.lines(of: last))
        }
    }

    /// The extension need not be here any more.
    private func extensionID(_ text: String) throws(MayflyError) -> ExtensionID {
        guard let id = ExtensionID(rawValue: text) else {
            let shown = SafeText.line(text, limit: 80)
            throw MayflyError(.invalidInput, "'\(shown)' is neither an extension's id nor the number of a launch")
        }
        return id
    }
}

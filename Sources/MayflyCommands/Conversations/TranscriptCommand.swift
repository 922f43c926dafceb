internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyStore
internal import MayflyViews

/// `mayfly transcript`: what a device shows of a conversation.
struct TranscriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcript",
        abstract: "Show a conversation as one of its devices shows it.",
        discussion: """
            With --json, two lines: a transcript event and a draft event, as 'mayfly launch --json' prints them. With --svg, \
            a picture of the transcript in a file.
            """
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The conversation's name.") var name: String
    @Option(help: ArgumentHelp("The device whose transcript is shown.", valueName: "device")) var `as`: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Show only the newest entries, this many.", valueName: "n"))
    var last: Int?
    @Flag(help: "Print JSON.") var json = false
    @Option(help: ArgumentHelp("Draw the transcript as SVG into this file; '-' is standard output.", valueName: "file"))
    var svg: String?

    func validate() throws {
        if let last, last < 1 { throw ValidationError("--last takes 1 or more, not \(last)") }
        guard !json || svg == nil else { throw ValidationError("--json and --svg cannot be used together") }
    }

    func run() throws {
        let host = try place.reader()
        let (end, draft) = try host.look(at: name, as: `as`)
        let transcript = try host.transcript(endingWith: end, last: last, of: name, as: `as`)
        let names = try Names(host, in: .ofPerson(unless: json || svg != nil))
        if let svg {
            try ConversationPicture(host, names, as: `as`).write(transcript, title: name, to: svg)
        } else if json {
            let events: [HostEvent] = [.transcript(transcript), .draft(draft)]
            Output.standard.write(lines: events.map { Shapes.event.json($0, names).line })
        } else {
            let text = ConversationText(names)
            let width = Output.standard.columns ?? TerminalLines.standardWidth
            Output.standard.write(lines: text.lines(of: transcript, width: width) + text.lines(of: draft, width: width))
        }
    }
}

extension ExtensionHost {
    /// A page with as many of the entries above it as are asked for; nil means all.
    fileprivate func transcript(
        endingWith end: TranscriptPage,
        last: Int?,
        of conversation: String,
        as device: String
    ) throws(MayflyError) -> TranscriptPage {
        var pages = [end]
        var length = end.entries.count
        while let first = pages.last, first.hasEarlier, length < last ?? .max {
            let page = try page(before: first, of: conversation, as: device)
            guard !page.entries.isEmpty else { break }
            pages.append(page)
            length += page.entries.count
        }
        return TranscriptPage(pages.reversed(), last: last ?? length)
    }
}

internal import ArgumentParser
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyHost
internal import MayflyModel
internal import MayflyRepository

/// `mayfly store show`: all that a store says of an extension, with its screenshots where the terminal shows pictures.
struct StoreShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an extension of a store: what it is, what it may ask for, and its screenshots."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id, with @VERSION for another version than the latest.") var id: String
    @Option(help: ArgumentHelp("The store.", valueName: "address")) var from: String?
    @OptionGroup var options: PictureOptions
    @Flag(help: "Print one JSON object.") var json = false

    func run() async throws {
        try await Interruption.cancels { [self] in try await show() }
    }

    private func show() async throws {
        let desk = try StoreDesk(place)
        let (wanted, address) = (try WantedExtension(id), try from.map { try StoreAddress($0) })
        let (store, offer) = try await StoreDesk.stoppable { isStopped in
            try wanted.find(
                in: try desk.required(unless: isStopped),
                named: address.map { try desk.stores.store(at: $0, unless: isStopped).address },
                like: nil,
                anywhere: true
            )
        }
        let installed = desk.installed(offer.id)
        guard !json else {
            return Output.standard.write(line: OfferText.json(offer, of: store, installed: installed).line)
        }
        Output.standard.write(wrapping: OfferText.lines(offer, of: store, installed: installed))
        let pictures = offer.screenshots.isEmpty ? nil : PrintedPictures(options)
        try await Self.show(offer, of: store, with: pictures, at: desk)
    }

    /// Prints the words of each screenshot (an offer has few), and below them the picture, where the terminal shows pictures.
    private static func show(
        _ offer: Offer,
        of store: AddedStore,
        with pictures: PrintedPictures?,
        at desk: StoreDesk
    ) async throws {
        let host = pictures == nil ? nil : try desk.host()
        var problem: MayflyError?
        for screenshot in offer.screenshots {
            Output.standard.write(wrapping: ["", "[screenshot: \(SafeText.line(screenshot.text, limit: 300))]"])
            // A server that does not answer is asked once.
            guard let pictures, let host, problem == nil else { continue }
            do throws(MayflyError) {
                let bytes = try await bytes(of: screenshot, of: store, at: desk)
                _ = pictures.print(try await host.pixels(ofGiven: bytes))
            } catch {
                if Task.isCancelled { throw error }
                if error.code == .unreachable { problem = error } else { Output.complain("warning: \(error.message)") }
            }
        }
        if let problem { Output.complain("warning: \(problem.message)") }
    }

    private static func bytes(of screenshot: Offer.Screenshot, of store: AddedStore, at desk: StoreDesk)
        async throws(MayflyError) -> [UInt8]
    {
        do {
            return try await StoreDesk.stoppable { isStopped in
                try desk.stores.picture(screenshot.file, of: store, unless: isStopped)
            }
        } catch {
            throw error as? MayflyError ?? .stopped
        }
    }
}

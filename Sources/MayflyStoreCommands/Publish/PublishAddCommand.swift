internal import ArgumentParser
internal import Foundation
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel
internal import MayflyRepository
internal import MayflyValidation
internal import MayflyWorkers

/// `mayfly publish add`.
struct PublishAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Offer a bundle as a new version.",
        discussion:
            """
            The bundle is checked as for 'mayfly install', a pack must have a usable sticker, and the checks of 'mayfly validate' \
            must pass. It needs the publisher's key.
            """
    )

    @OptionGroup var signing: SigningOptions
    @Argument(help: "The path of a Name.mayfly folder.") var bundle: String
    @Option(help: ArgumentHelp("A text file with some paragraphs about the extension.", valueName: "file"))
    var description: String?
    @Option(help: "What is new in this version.") var changes = ""
    @Option(help: ArgumentHelp("A picture with what it shows in words; can be repeated.", valueName: "file=text"))
    var screenshot: [String] = []

    @Option(help: "Checks up to this level, from 1 (quick) to 10 (all), as 'mayfly validate'; 0 for none of them.")
    var level = 5

    private static let longestDescription = 8 * 1024

    func validate() throws {
        guard (0...Check.mostLevel).contains(level) else {
            throw ValidationError("--level is a number from 0 to \(Check.mostLevel), found \(level)")
        }
    }

    func run() async throws {
        let keys = try signing.signingKeys()
        let screenshots = try screenshot.map { item throws(MayflyError) in
            guard let equals = item.firstIndex(of: "="), equals > item.startIndex,
                item.index(after: equals) < item.endIndex
            else {
                throw MayflyError(
                    .invalidInput,
                    "--screenshot is a file and a text, such as 'shot.png=A poll with two answers'; found '\(SafeText.line(item, limit: 200))'"
                )
            }
            return (path: String(item[..<equals]), text: String(item[item.index(after: equals)...]))
        }
        let details = try description.map { path throws(MayflyError) in
            String(decoding: try RegularFile.contents(of: path, limit: Self.longestDescription), as: UTF8.self)
        }
        let notes = OfferNotes(details: details ?? "", changes: changes, screenshots: screenshots)
        let (signing, bundle, level) = (signing, bundle, level)
        // A change that has begun comes to its end: Ctrl-C leaves no archive that no file of metadata names.
        try await Interruption.cancels {
            let named = try await StoreDesk.stoppable { _ in try signing.folder.check(bundleAt: bundle) }
            try Self.requireSharedVersion(named, at: bundle)
            try await PublishedChecks.require(named, at: bundle, level: level)
            try await StoreDesk.stoppable { isStopped in
                try signing.folder.whileLocked { folder in
                    let built = SystemClock().now
                    let offer = try folder.add(bundleAt: bundle, notes: notes, built: built, unless: isStopped)
                    Self.tell(offer, inBundleAt: bundle)
                    try signing.sign(with: keys)
                }
            }
        }
    }

    /// Nobody with this version of the host could launch it, and no check could be carried out.
    private static func requireSharedVersion(_ bundle: ExtensionBundle, at path: String) throws(MayflyError) {
        guard let problem = bundle.versionProblem else { return }
        throw MayflyError(
            .loadFailed,
            "\(SafeText.line(path, limit: 200)) is not offered: \(problem); build it with the headers of this host, or offer it with a newer mayfly"
        )
    }

    private static func tell(_ offer: Offer, inBundleAt bundle: String) {
        let size = OfferText.size(offer.archive.length)
        Output.standard.write(line: "added \(offer.id) \(offer.version) of '\(offer.publisher)', \(size)")
        for line in TextInPictures(inBundleAt: bundle).lines { Output.complain(line) }
    }
}

internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

/// The stickers that the person of a session used last, as they were printed. Each sending of a sticker changes their order, so a number
/// is that of the list that was printed.
struct RecentsList: Sendable {
    private let window: ConversationWindow
    private let names: Names
    private var printed: [RecentSticker]?

    init(of window: ConversationWindow, _ names: Names) { (self.window, self.names) = (window, names) }

    /// The list for a person.
    mutating func lines() throws(MayflyError) -> [String] {
        let recents = try window.recents()
        printed = recents
        guard !recents.isEmpty else { return ["no sticker was used yet"] }
        let rows = recents.enumerated().map { index, recent in
            let maker = recent.origin.map { SafeText.line(names.name(of: $0.extensionID)) } ?? "-"
            return ["\(index + 1)", maker, SafeText.line(recent.sticker.description)]
        }
        return TextTable(header: ["N", "FROM", "STICKER"], rows: rows).lines
    }

    /// The file that was printed under that number; nil, which takes whatever has the number, in a script that printed no list.
    ///
    /// - Throws: `.notAsShown` where the person who typed it has seen no list, `.unknownControl` for a number that it has not.
    func shown(_ number: Int, isTyped: Bool) throws(MayflyError) -> ContentDigest? {
        guard let printed else {
            guard isTyped else { return nil }
            throw MayflyError(.notAsShown, "nothing is done: 'recents' lists the stickers with their numbers first")
        }
        guard number <= printed.count else {
            throw MayflyError(.unknownControl, "there is no recent sticker \(number); there are \(printed.count)")
        }
        return printed[number - 1].sticker.file.digest
    }
}

internal import Foundation
internal import MayflyModel
internal import MayflyViews
internal import Synchronization

/// The pictures that a session draws at its terminal. They are decoded while the session goes on, and drawn as soon as they are there.
///
/// Safe to use from any thread.
final class TerminalPictures: Sendable {
    /// Where a picture comes from.
    enum Source: Sendable, Hashable {
        /// The card of an extension, by the name that it has there.
        case card(ExtensionID, name: String)
        case file(ContentDigest)
    }

    typealias Load = @Sendable () async throws -> PicturePixels

    fileprivate struct Picture {
        /// Another one for other pixels, and for another way to draw them.
        var id = 0
        /// Nil while they are not there, and where they cannot be decoded.
        var pixels: PicturePixels?
        /// Which card it was decoded for last; nil where it was not.
        var revision: Int?
        /// How it is drawn, in that place.
        var drawn: (PictureArea, [String])?
        var lastUse = 0
    }

    fileprivate struct State {
        var traits: TerminalTraits
        var pictures: [Source: Picture] = [:]
        var library: ChafaLibrary?
        var hasLibrary: Bool?
        var notice: String?
        var lastID = 0
        var uses = 0
        /// The number of the card.
        var revision = 0
        /// What the drawing has a place for.
        var drawing: Set<Source> = []
        var isAsked = false
        /// Whether the terminal shows pictures that stay when their cells are written again.
        var hasPlaced = false
    }

    /// A picture as it is for the card of that number.
    private struct Key: Hashable {
        let source: Source
        let revision: Int
    }

    private let state: Mutex<State>
    private let loads = PictureLoads<Key>()
    /// Ends when nothing is decoded any more.
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation
    private let libraryName: String

    /// How many a drawing has, and how many are kept. One has at most 1 MB.
    private static let most = 32
    private static let mostColumns = 24
    private static let mostRows = 10

    /// - Parameter environment: its variables tell of the terminal. `MAYFLY_CHAFA` names the library in place of its own name, for tests.
    init(_ mode: PictureMode, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let traits = TerminalTraits(mode, environment: environment)
        libraryName = environment["MAYFLY_CHAFA"] ?? ChafaLibrary.name
        state = Mutex(State(traits: traits))
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        if traits.isAskedFor { _ = state.withLock { library(&$0) } }
    }

    // MARK: Decoding

    /// Decodes what the drawings wait for until the task is cancelled. Calls the closure after what changes something.
    func load(_ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            group.addTask { for await _ in self.changes { changed() } }
            await loads.run()
            group.cancelAll()
        }
    }

    /// One that cannot be decoded is not tried again. One that the host puts off is, by a later drawing.
    private func load(_ key: Key, _ load: Load) async {
        let (pixels, isPutOff): (PicturePixels?, Bool)
        do {
            (pixels, isPutOff) = (try await load(), false)
        } catch {
            (pixels, isPutOff) = (nil, (error as? MayflyError)?.code == .notPossibleNow)
        }
        guard !Task.isCancelled, !isPutOff else { return }
        let isNew = state.withLock { state in
            guard var picture = state.pictures[key.source] else { return false }
            defer { state.pictures[key.source] = picture }
            picture.revision = key.revision
            guard picture.pixels != pixels else { return false }
            state.lastID += 1
            (picture.pixels, picture.id, picture.drawn) = (pixels, state.lastID, nil)
            return true
        }
        if isNew { change.yield() }
    }

    /// The card is another one now: its pictures may have changed.
    func forgetCard() { state.withLock { $0.revision += 1 } }

    // MARK: Places

    /// A drawing begins.
    func beginDrawing() {
        state.withLock { $0.drawing = [] }
        loads.begin()
    }

    /// The drawing is made: what it has no place for is not decoded any more.
    func endDrawing() { loads.end() }

    /// The place of a picture in the drawing, as large as the limits allow; nil while it is not there, where it cannot be drawn, and where
    /// the drawing has too many.
    ///
    /// - Parameters:
    ///   - room: that of the terminal.
    ///   - load: decodes it.
    func area(
        of source: Source,
        columns: Int = TerminalPictures.mostColumns,
        rows: Int = TerminalPictures.mostRows,
        in room: ScreenSize,
        load: @escaping Load
    ) -> PictureArea? {
        state.withLock { state in
            guard library(&state) != nil else { return nil }
            guard state.drawing.count < Self.most || state.drawing.contains(source) else { return nil }
            state.drawing.insert(source)
            var picture = state.pictures[source] ?? Picture()
            state.uses += 1
            picture.lastUse = state.uses
            state.pictures[source] = picture
            state.removeOldest(most: Self.most)
            // A file is the same for each card.
            let key =
                if case .card = source { Key(source: source, revision: state.revision) } else {
                    Key(source: source, revision: 0)
                }
            if picture.revision != key.revision { loads.ask(key) { await self.load(key, load) } }
            guard let pixels = picture.pixels else { return nil }
            let most = (columns: min(columns, room.columns), rows: min(rows, max(1, room.rows / 3)))
            guard most.columns > 0 else { return nil }
            return PictureArea(id: picture.id, of: pixels, within: most, cell: state.traits.cell(room.cell))
        }
    }

    private func library(_ state: inout State) -> ChafaLibrary? {
        guard state.hasLibrary == nil else { return state.library }
        state.library = ChafaLibrary(named: libraryName)
        state.hasLibrary = state.library != nil
        if state.library == nil {
            state.notice =
                "pictures are shown as text only: the library \(SafeText.line(libraryName)) is missing (on Debian: the package libchafa0)"
        }
        return state.library
    }

    /// What the person is to be told, once; nil for nothing.
    func takeNotice() -> String? {
        state.withLock { state in
            defer { state.notice = nil }
            return state.notice
        }
    }

    // MARK: The terminal

    /// What asks the terminal for what it can, once, as soon as there is a picture; nil for nothing. The answer comes with what is typed.
    func takeQuestion() -> String? {
        state.withLock { state in
            guard !state.isAsked, state.pictures.values.contains(where: { $0.pixels != nil }) else { return nil }
            state.isAsked = true
            return state.traits.question
        }
    }

    /// Takes an answer; true if pictures are drawn in another way now.
    func take(_ report: TerminalReport) -> Bool {
        state.withLock { state in
            let old = state.traits
            state.traits.take(report)
            guard state.traits != old else { return false }
            for (source, picture) in state.pictures {
                state.lastID += 1
                var picture = picture
                (picture.id, picture.drawn) = (state.lastID, nil)
                state.pictures[source] = picture
            }
            return true
        }
    }

    // MARK: Drawing

    /// The lines with the pictures in place of their marks.
    func drawn(_ lines: [String], in room: ScreenSize) -> [String] {
        let form = state.withLock { $0.traits.form }
        return PictureLines(isText: form == .blocks) { self.drawing(of: $0, in: room) }.drawn(lines)
    }

    /// What takes pictures away that stay when their cells are written again, to be printed before a drawing (Kitty's protocol: all that
    /// are visible).
    func takeClearing() -> String {
        state.withLock { state in
            guard state.hasPlaced else { return "" }
            state.hasPlaced = false
            return "\u{1B}_Ga=d,q=2\u{1B}\\"
        }
    }

    private func drawing(of area: PictureArea, in room: ScreenSize) -> [String]? {
        state.withLock { state in
            guard let library = state.library,
                let (source, picture) = state.pictures.first(where: { $0.value.id == area.id }),
                let pixels = picture.pixels
            else { return nil }
            let form = state.traits.form
            if form == .kitty { state.hasPlaced = true }
            if let (known, lines) = picture.drawn, known == area { return lines }
            let order = ChafaLibrary.Order(
                pixels: pixels,
                columns: area.columns,
                rows: area.rows,
                cell: state.traits.cell(room.cell),
                form: form,
                colours: state.traits.colours
            )
            guard let lines = library.draw(order) else { return nil }
            state.pictures[source]?.drawn = (area, lines)
            return lines
        }
    }
}

extension TerminalPictures.State {
    /// Forgets one that the drawing has no place for.
    fileprivate mutating func removeOldest(most: Int) {
        guard pictures.count > most else { return }
        let oldest = pictures.filter { !drawing.contains($0.key) }.min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { pictures.removeValue(forKey: oldest.key) }
    }
}

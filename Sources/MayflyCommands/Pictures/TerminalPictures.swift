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
        var isLoading = false
        /// Which view it was asked for last by.
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
        var revision = 0
        var isAsked = false
        /// Whether the terminal shows pictures that stay when their cells are written again.
        var hasPlaced = false
    }

    private let state: Mutex<State>
    private let requests: AsyncStream<(Source, Load)>
    private let requested: AsyncStream<(Source, Load)>.Continuation
    private let libraryName: String

    /// How many are kept. One has at most 1 MB.
    private static let mostKept = 32
    private static let mostColumns = 24
    private static let mostRows = 10

    /// - Parameter environment: its variables tell of the terminal. `MAYFLY_CHAFA` names the library in place of its own name, for tests.
    init(_ mode: PictureMode, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let traits = TerminalTraits(mode, environment: environment)
        libraryName = environment["MAYFLY_CHAFA"] ?? ChafaLibrary.name
        state = Mutex(State(traits: traits))
        (requests, requested) = AsyncStream.makeStream()
        if traits.isAskedFor { _ = state.withLock { library(&$0) } }
    }

    // MARK: Decoding

    /// Decodes what is asked for, one after another, until the task is cancelled. Calls the closure after each that changes something.
    func load(_ changed: @Sendable () -> Void) async {
        for await (source, load) in requests {
            let pixels = try? await load()
            let isNew = state.withLock { state in
                guard var picture = state.pictures[source] else { return false }
                defer { state.pictures[source] = picture }
                picture.isLoading = false
                guard picture.pixels != pixels else { return false }
                state.lastID += 1
                (picture.pixels, picture.id, picture.drawn) = (pixels, state.lastID, nil)
                return true
            }
            if isNew { changed() }
        }
    }

    /// The card is another one now: its pictures may have changed.
    func forgetCard() { state.withLock { $0.revision += 1 } }

    // MARK: Places

    /// The place of a picture, as large as the limits allow; nil while it is not there, and where it cannot be drawn.
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
            var picture = state.pictures[source] ?? Picture()
            state.uses += 1
            picture.lastUse = state.uses
            if case .card = source, picture.revision != state.revision, !picture.isLoading { picture.revision = nil }
            if picture.revision == nil, !picture.isLoading {
                (picture.revision, picture.isLoading) = (state.revision, true)
                requested.yield((source, load))
            }
            state.pictures[source] = picture
            state.removeOldest(most: Self.mostKept)
            guard let pixels = picture.pixels else { return nil }
            let most = (columns: min(columns, room.columns), rows: min(rows, max(1, room.rows / 3)))
            guard most.columns > 0 else { return nil }
            let cell = state.traits.cell(room.cell)
            let scale = min(
                Double(most.columns * cell.width) / Double(pixels.width),
                Double(most.rows * cell.height) / Double(pixels.height)
            )
            func cells(_ side: Int, _ length: Int, _ most: Int) -> Int {
                min(most, max(1, Int((Double(side) * scale / Double(length)).rounded())))
            }
            return PictureArea(
                id: picture.id,
                columns: cells(pixels.width, cell.width, most.columns),
                rows: cells(pixels.height, cell.height, most.rows)
            )
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
    /// What is asked for again is decoded again.
    fileprivate mutating func removeOldest(most: Int) {
        guard pictures.count > most else { return }
        let oldest = pictures.filter { !$0.value.isLoading }.min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { pictures.removeValue(forKey: oldest.key) }
    }
}

/// What is known of a terminal that is to show pictures: by the option, by the environment, and by its answers.
struct TerminalTraits: Sendable, Equatable {
    /// In pixels.
    struct Cell: Sendable, Equatable {
        let width: Int
        let height: Int

        /// Nil for a size that no cell has.
        init?(width: Int, height: Int) {
            guard (2...200).contains(width), (4...400).contains(height) else { return nil }
            (self.width, self.height) = (width, height)
        }

        /// Where the terminal does not say its own. No terminal in use has smaller ones, so that nothing is drawn outside its place.
        static let least = Cell(6, 12)

        private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
    }

    static let kittyID = 31

    private let mode: PictureMode
    private let environment: [String: String]
    private var reported: Cell?
    private var hasSixel = false
    private var hasKitty = false

    init(_ mode: PictureMode, environment: [String: String]) { (self.mode, self.environment) = (mode, environment) }

    /// How pictures are drawn, as far as the terminal is known.
    var form: ChafaLibrary.Form {
        switch mode {
        case .kitty: .kitty
        case .iterm: .iterm
        case .sixel: .sixel
        case .blocks, .off: .blocks
        case .auto: hasKitty ? .kitty : isITerm ? .iterm : hasSixel ? .sixel : .blocks
        }
    }

    /// Whether the person has asked for pictures.
    var isAskedFor: Bool { mode != .auto && mode != .off }

    private var isITerm: Bool {
        environment["TERM_PROGRAM"] == "iTerm.app" || environment["LC_TERMINAL"] == "iTerm2"
    }

    /// Which colours blocks have.
    var colours: ChafaLibrary.Colours {
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .all }
        return isConsole ? .sixteen : .most
    }

    /// The console of Linux, whose older versions print questions that they do not know.
    private var isConsole: Bool { environment["TERM"] == "linux" }

    /// What asks the terminal; nil where nothing is to ask. Each terminal answers the last part.
    var question: String? {
        guard !isConsole, mode == .auto || mode == .sixel else { return nil }
        let kitty = "\u{1B}_Gi=\(Self.kittyID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        return (mode == .auto ? kitty : "") + "\u{1B}[16t\u{1B}[c"
    }

    /// Takes an answer.
    mutating func take(_ report: TerminalReport) {
        switch report {
        // 4: Sixel graphics.
        case .attributes(let numbers): hasSixel = numbers.dropFirst().contains(4)
        case .cell(let width, let height): reported = Cell(width: width, height: height)
        case .kitty: hasKitty = true
        }
    }

    /// The size of a cell.
    ///
    /// - Parameter told: as the kernel has it of the terminal; nil where it has none.
    func cell(_ told: Cell?) -> Cell { reported ?? told ?? .least }
}

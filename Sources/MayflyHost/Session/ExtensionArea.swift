internal import MayflyBundles
internal import MayflyModel
internal import MayflyViews

/// The part of a window that belongs to the extension: which extension or sticker pack is open in it, and what it shows.
final class ExtensionArea {
    static let noExtension = MayflyError(.notPossibleNow, "no extension is open")

    /// A sticker pack with what is shown of it.
    private struct Pack {
        let bundle: ExtensionBundle
        let browser: StickerBrowser
        let problems: [String]
    }

    private let observer: @Sendable (HostEvent) -> Void
    private var running: ExtensionBundle?
    /// The sticker pack that is shown. Packs have no code, and so no life cycle. They are compact always.
    private(set) var pack: ExtensionBundle?
    /// The sticker pack that is shown when the extension is gone from the screen.
    private var nextPack: Pack?
    private(set) var view = ExtensionView.none
    /// How often another view was shown; what the person changes in one does not count.
    private(set) var views = 0
    /// What the observer was told last.
    private var announced: (id: ExtensionID, style: PresentationStyle, view: ExtensionView)?

    init(observer: @escaping @Sendable (HostEvent) -> Void) { self.observer = observer }

    /// What is on screen.
    var open: ExtensionBundle? { pack ?? running }
    /// The sticker pack that the person opened, even if it is not shown yet.
    var openedPack: ExtensionBundle? { pack ?? nextPack?.bundle }

    /// The extension that runs from now on, until `clear`.
    func setRunning(_ bundle: ExtensionBundle) { running = bundle }

    /// The extension is gone from the screen. The pack that was opened after it is shown.
    func clear(of id: ExtensionID, in style: PresentationStyle) {
        running = nil
        show(.none, of: id, in: style)
        guard let next = nextPack else { return }
        nextPack = nil
        show(next)
    }

    // MARK: The view

    /// Replaces the view of an extension or pack, and announces it.
    func show(_ new: ExtensionView, of id: ExtensionID, in style: PresentationStyle) {
        view = new
        views += 1
        tell(id, style)
    }

    /// Announces the view, unless it is what was announced last.
    private func tell(_ id: ExtensionID, _ style: PresentationStyle) {
        if let announced, announced.id == id, announced.style == style, announced.view == view { return }
        announced = (id, style, view)
        observer(.view(id, style: style, view))
    }

    /// Announces the view as it is: its content or its style changed.
    func announce(in style: PresentationStyle) {
        guard let id = open?.id else { return }
        tell(id, style)
    }

    /// Logs a line about what is open.
    func report(_ level: HostEvent.LogLevel, _ line: String) { observer(.log(open?.id, level, line)) }

    // MARK: Stickers

    /// Shows a sticker pack, and logs what is wrong with it. An extension that is on screen resigns first.
    func openPack(_ bundle: ExtensionBundle, _ browser: StickerBrowser, problems: [String]) {
        let opened = Pack(bundle: bundle, browser: browser, problems: problems)
        if running == nil { show(opened) } else { nextPack = opened }
    }

    private func show(_ opened: Pack) {
        pack = opened.bundle
        for problem in opened.problems { report(.warning, SafeText.line(problem, limit: 400)) }
        show(.stickers(opened.browser), of: opened.bundle.id, in: .compact)
    }

    func closePack() {
        nextPack = nil
        guard let pack else { return }
        show(.none, of: pack.id, in: .compact)
        self.pack = nil
    }

    /// Fills a cell of the sticker browser; nil leaves it empty. It is not announced: the whole browser is, after its last cell.
    func fillCell(_ index: Int, with sticker: Sticker?) {
        guard case .stickers(var browser) = view else { return }
        while browser.cells.count <= index { browser.cells.append(nil) }
        browser.cells[index] = sticker
        view = .stickers(browser)
    }

    /// A sticker of the browser, counted from 1, and what brought it.
    func sticker(_ number: Int) throws(MayflyError) -> (Sticker, ExtensionBundle) {
        let sticker = try view.sticker(number)
        guard let open else { throw MayflyError(.notPossibleNow, "no sticker browser is shown") }
        return (sticker, open)
    }

    // MARK: Controls

    /// What a tap on a control does.
    enum Tap {
        /// The control changed itself, or another one.
        case changed
        /// The extension is told.
        case submitted(Submission)
        /// It was a sticker, counted from 1.
        case sticker(Int)
    }

    /// Taps what is called so: a control of the card, or a sticker by its number or description. It is not announced.
    func tap(_ name: ControlName) throws(MayflyError) -> Tap {
        switch view {
        case .none: throw MayflyError(.notPossibleNow, "nothing is shown that could be tapped")
        case .stickers(let browser): return .sticker(try browser.number(called: name))
        case .card(var card, var inputs):
            let control = try card.control(name)
            // What is wrong with an input is shown at it, also where the tap is refused.
            defer { view = .card(card, inputs) }
            return switch try inputs.tap(control, in: &card) {
            case .changed: .changed
            case .submitted(let submission): .submitted(submission)
            }
        }
    }

    /// The address of a link of the card. Throws `.notAsShown` where it is not the one that the person saw.
    func address(of name: ControlName, seen: String?) throws(MayflyError) -> String {
        guard case .card(let card, _) = view else {
            throw MayflyError(.notPossibleNow, "nothing is shown that has links")
        }
        let control = try card.control(name)
        guard case .link(let address) = control.kind else {
            let title = SafeText.line(control.title, limit: 80)
            throw MayflyError(.notPossibleNow, "control \(control.number) '\(title)' is no link")
        }
        if let seen, !seen.hasSameBytes(as: address) {
            throw MayflyError(
                .notAsShown,
                "nothing is opened: control \(control.number) is a link to \(SafeText.line(address, limit: 200)) by now"
            )
        }
        return address
    }

    /// Puts a value into an input of the card, and announces it.
    func setInput(_ id: String, to value: String, in style: PresentationStyle) throws(MayflyError) {
        guard case .card(let card, var inputs) = view else {
            throw MayflyError(.notPossibleNow, "nothing is shown that takes an input")
        }
        try inputs.set(id, to: value, style: style)
        view = .card(card, inputs)
        announce(in: style)
    }
}

public import MayflyBundles
public import MayflyModel
internal import MayflyStore
internal import MayflyViews

extension ConversationWindow {
    // MARK: What a person does

    /// Opens an extension from the drawer, or a sticker pack (3.1). The one that is open resigns first.
    ///
    /// Throws on a device whose profile is not full, and when it cannot be started or did not live until it was on screen.
    public func open(_ bundle: ExtensionBundle) async throws(MayflyError) {
        try await act(.openExtension(bundle))
        if let failure { throw failure }
    }

    /// Taps the entry of the transcript with that number, counted from 1 (3.3 to 3.7).
    ///
    /// It launches the message's extension; where that cannot be, a web address is opened with `HostEvent.openURL` (9.2,
    /// 9.3). Throws as `open` does, and where the tap does nothing.
    public func tapBubble(_ number: Int) async throws(MayflyError) {
        try await act(.tapBubble(number))
        if let failure { throw failure }
    }

    /// Taps a control of the extension's view, named by its number, its id or its title.
    public func tap(_ control: String) async throws(MayflyError) { try await act(.tapControl(control)) }

    /// Puts a value into an input of the extension's view. Text takes the keyboard, which compact style lacks (C-072).
    public func input(_ id: String, _ value: String) async throws(MayflyError) {
        try await act(.input(id: id, value: value))
    }

    /// Taps a sticker of the browser, counted from 1: it goes into the input field (C-236).
    public func tapSticker(_ number: Int) async throws(MayflyError) { try await act(.tapSticker(number)) }

    /// Makes the extension's area smaller or larger (3.8).
    public func changeStyle(to style: PresentationStyle) async throws(MayflyError) {
        try await act(.requestStyle(style))
    }

    /// Swipes over the view. In expanded style that reaches the extension (C-077). In compact style it is the host's, and
    /// opens the next extension of the catalogue, or with a swipe to the right the one before (C-073, C-091).
    ///
    /// Throws `.notPossibleNow` at either end of the catalogue, and otherwise as `open` does.
    public func swipe(_ direction: SwipeDirection) async throws(MayflyError) {
        try await act(.swipe(direction))
        if let failure { throw failure }
    }

    /// Closes the extension (3.2).
    public func closeExtension() async throws(MayflyError) { try await act(.closeExtension) }

    /// Types at the end of the input field's text.
    public func type(_ text: String) async throws(MayflyError) { try await act(.type(text)) }

    /// Puts this in the place of the input field's text.
    public func replaceText(_ text: String) async throws(MayflyError) { try await act(.replaceText(text)) }

    /// Takes a sticker or an attachment out of the input field, counted from 1.
    public func removeFromField(_ number: Int) async throws(MayflyError) { try await act(.removeFromField(number)) }

    /// Empties the input field. No extension is told: what it composed is not cancelled, but gone (C-137).
    public func clearField() async throws(MayflyError) { try await act(.clearField) }

    /// Drags a sticker of the browser, counted from 1, onto a bubble; it is sent at once (model 5.9).
    public func placeSticker(_ number: Int, on place: BubblePosition) async throws(MayflyError) {
        try await act(.placeSticker(number, place))
    }

    /// Keeps the message of that row, which would expire (model 5.10).
    public func keep(_ number: Int) async throws(MayflyError) { try await act(.keep(number)) }

    /// Presses Send (3.9).
    public func send() async throws(MayflyError) { try await act(.send) }

    /// Taps the X of the staged message (3.11).
    public func cancelMessage() async throws(MayflyError) { try await act(.cancelMessage) }

    /// Waits until nothing is under way.
    public func settle() async throws(MayflyError) { try await act(.rest) }

    // MARK: Carrying it out

    func perform(_ act: UserAction) async throws(MayflyError) {
        guard !isShuttingDown else { throw MayflyError(.notPossibleNow, "the window is closing") }
        switch act {
        case .openExtension(let bundle): try await openFromDrawer(bundle)
        case .tapBubble(let number): try await openBubble(number)
        case .tapControl(let name): try await tapControl(name)
        case .input(let id, let value): try setInput(id, value)
        case .tapSticker(let number): try await stageSticker(number)
        case .requestStyle(let style):
            guard machine.current != nil else { throw openPack.map(Self.isPack) ?? Self.noExtension }
            await advance(.requestStyle(style, byPerson: true))
        case .swipe(let direction): try await takeSwipe(direction)
        case .closeExtension:
            guard openExtension != nil else { throw Self.noExtension }
            closePack()
            await advance(.close)
        case .type(let text): if !text.isEmpty { try await stage(Item(sender: device.id.owner, content: .text(text))) }
        case .replaceText(let text):
            try await append([.replacedText(Item(sender: device.id.owner, content: .text(text)))])
        case .removeFromField(let number): try await takeOutOfField(number)
        case .clearField: try await append([.cleared])
        case .placeSticker(let number, let place): try await dropSticker(number, place)
        case .read(let page): await read(page.entries)
        case .keep(let number): try await keepBubble(number)
        case .send: try await sendDraft()
        case .cancelMessage: try await cancelStaged()
        case .rest, .shutDown: break
        }
    }

    static let noExtension = MayflyError(.notPossibleNow, "no extension is open")

    private static func isPack(_ pack: ExtensionBundle) -> MayflyError {
        let name = SafeText.line(pack.manifest.name)
        return MayflyError(.notPossibleNow, "\(name) is a sticker pack, and those are compact always")
    }

    func openFromDrawer(_ bundle: ExtensionBundle) async throws(MayflyError) {
        // C-012, C-251
        guard device.profile.runsExtensions else {
            throw MayflyError(
                .notPossibleNow,
                "\(SafeText.line(bundle.manifest.name)) cannot be opened on '\(device.name)': "
                    + "only full devices run extensions, and this one is of the profile '\(device.profile.rawValue)'"
            )
        }
        try requireEnabled(bundle)
        closePack()
        guard bundle.manifest.kind == .stickerPack else {
            return await open(bundle, selecting: nil)
        }
        await advance(.close)
        let pack = try bundle.stickerPack()
        let browser = try host.browser(of: pack)
        openPack = bundle
        for problem in pack.problems { report(.warning, SafeText.line(problem, limit: 400)) }
        show(.stickers(browser), of: bundle.id)
    }

    /// C-191: what is switched off is as good as not installed.
    func requireEnabled(_ bundle: ExtensionBundle) throws(MayflyError) {
        guard try host.isEnabled(bundle.id, on: device) else {
            throw MayflyError(
                .notPossibleNow,
                "\(SafeText.line(bundle.manifest.name)) is disabled on device '\(device.name)'"
            )
        }
    }

    func closePack() {
        guard let pack = openPack else { return }
        show(.none, of: pack.id)
        openPack = nil
    }

    func open(_ bundle: ExtensionBundle, selecting item: Item?) async {
        failure = nil
        chosen[bundle.id] = bundle
        await advance(.open(bundle.id, selecting: item))
    }

    private func tapControl(_ name: String) async throws(MayflyError) {
        switch view {
        case .none: throw MayflyError(.notPossibleNow, "nothing is shown that could be tapped")
        case .stickers(let browser): try await stageSticker(Self.number(of: name, in: browser))
        case .card(let card, var inputs):
            let submission = try inputs.tap(try card.control(matching: name))
            view = .card(card, inputs)
            if let submission {
                await advance(.performed(submission))
            } else {
                announceView()
            }
        }
    }

    private func setInput(_ id: String, _ value: String) throws(MayflyError) {
        guard case .card(let card, var inputs) = view else {
            throw MayflyError(.notPossibleNow, "nothing is shown that takes an input")
        }
        try inputs.set(id, to: value, style: machine.style)
        view = .card(card, inputs)
        announceView()
    }

    /// A sticker is named by its number or by its description.
    private static func number(of name: String, in browser: StickerBrowser) throws(MayflyError) -> Int {
        if name.allSatisfy(\.isWholeNumber), let number = Int(name) { return number }
        let index = browser.cells.firstIndex { $0?.description.lowercased() == name.lowercased() }
        guard let index else {
            throw MayflyError(.unknownControl, "no sticker is called '\(SafeText.line(name, limit: 80))'")
        }
        return index + 1
    }

    private func stageSticker(_ number: Int) async throws(MayflyError) {
        let (sticker, bundle) = try shownSticker(number)
        try await stage(Item(sender: device.id.owner, content: .sticker(sticker), origin: bundle.origin))
    }

    func shownSticker(_ number: Int) throws(MayflyError) -> (Sticker, ExtensionBundle) {
        guard case .stickers(let browser) = view, let bundle = openExtension else {
            throw MayflyError(.notPossibleNow, "no sticker browser is shown")
        }
        guard number >= 1, number <= browser.cells.count, let sticker = browser.cells[number - 1] else {
            throw MayflyError(
                .unknownControl,
                "there is no sticker \(number); the browser shows \(browser.cells.count)"
            )
        }
        return (sticker, bundle)
    }
}

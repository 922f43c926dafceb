public import MayflyBundles
public import MayflyModel
public import MayflyViews

// What a person does.
extension ConversationWindow {
    /// Opens an extension from the drawer, or a sticker pack (3.1). The one that is open resigns first.
    ///
    /// Throws on a device whose profile is not full, and when it cannot be started or did not live until it was on screen.
    public func open(_ bundle: ExtensionBundle) async throws(MayflyError) {
        try await act(.openExtension(bundle))
    }

    /// Taps the entry of the transcript with that number, counted from 1 (3.3 to 3.7).
    ///
    /// On a watch it offers the message to the person's full devices that have a window open (`HostEvent.handOff`), and throws
    /// `.notPossibleNow` where there is none. Elsewhere it launches the message's extension; where that cannot be, a web address is opened with `HostEvent.openURL` (9.2,
    /// 9.3). Throws as `open` does, and where the tap does nothing.
    ///
    /// - Parameter shown: the item that the person saw in that row. `.notAsShown` is thrown where the row has another one by now: the
    ///   numbers change when a row above vanishes. Nil takes whatever has the number.
    public func tapBubble(_ number: Int, shown: ItemID? = nil) async throws(MayflyError) {
        try await act(.tapBubble(number, shown: shown))
    }

    /// Continues with a message that another device of the person offers: opens its extension as `tapBubble` does (10.6, 3.3). The other
    /// device is told. One device takes it, once.
    ///
    /// Throws `.notPossibleNow` where it was taken, is offered no more, or is in another conversation; `.unknownMessage` where the message is
    /// not on this device; otherwise as `tapBubble` does.
    public func takeHandOff(_ id: HandOffID) async throws(MayflyError) { try await act(.takeHandOff(id)) }

    /// Taps a control of the extension's view.
    ///
    /// Where the view is a sticker browser, it is a sticker, named by its number or its description, as in `tapSticker`. Throws as
    /// `open` does where the extension ends of itself before all that follows from the tap is done, by a crash for example.
    ///
    /// - Parameter shown: the view that the person saw. `.notAsShown` is thrown for a sticker that is not in its place there: an
    ///   extension can fill its browser anew, or present one, at any time. Nil takes whatever sticker is called so.
    public func tap(_ control: ControlName, shown: ExtensionView? = nil) async throws(MayflyError) {
        try await act(.tapControl(control, shown: shown))
    }

    /// Opens the address of a link of the extension's view with `HostEvent.openURL`. Ask the person first: a tap on a link opens nothing.
    ///
    /// - Parameter seen: the address that the person agreed to. `.notAsShown` is thrown where the control is a link to another one by
    ///   now. Nil takes whatever address it has.
    public func openLink(_ control: ControlName, seen: String? = nil) async throws(MayflyError) {
        try await act(.openLink(control, seen: seen))
    }

    /// Puts a value into an input of the extension's view. Text takes the keyboard, which compact style lacks (C-072).
    public func input(_ id: String, _ value: String) async throws(MayflyError) {
        try await act(.input(id: id, value: value))
    }

    /// Taps a sticker of the browser, counted from 1: it goes into the input field (C-236).
    ///
    /// - Parameter shown: the sticker that the person saw in that place. `.notAsShown` is thrown where the browser has another one by
    ///   now. Nil takes whatever has the number.
    public func tapSticker(_ number: Int, shown: Sticker? = nil) async throws(MayflyError) {
        try await act(.tapSticker(number, shown: shown))
    }

    /// Taps a sticker that the person has used before, counted from 1 as in `recents`: it goes into the input field. It works on devices of
    /// every profile (C-013).
    ///
    /// - Parameter shown: the file of the sticker that the person saw in that place. `.notAsShown` is thrown where another one is there by
    ///   now: each sending of a sticker changes the order. Nil takes whatever has the number.
    public func tapRecent(_ number: Int, shown: ContentDigest? = nil) async throws(MayflyError) {
        try await act(.tapRecent(number, shown: shown))
    }

    /// Makes the extension's area smaller or larger (3.8). Throws as `tap` does.
    public func changeStyle(to style: PresentationStyle) async throws(MayflyError) {
        try await act(.requestStyle(style))
    }

    /// Answers a question of the extension (`HostEvent.question`), and returns when what has waited for the answer is done. Throws as
    /// `tap` does.
    ///
    /// - Parameter number: that of the question that the person saw. `.notAsShown` is thrown where it is not asked any more; nothing is
    ///   granted then.
    public func answer(_ number: Int, _ answer: PermissionAnswer) async throws(MayflyError) {
        try await act(.answer(number, answer))
    }

    /// Answers the sheet of a payment (`HostEvent.payment`). After `.pay` the provider charges the price that the sheet shows; the extension
    /// is told what became of it. Throws as `tap` does.
    ///
    /// - Parameter number: that of the sheet that the person saw. `.notAsShown` is thrown where it is not shown any more; nothing is paid
    ///   then.
    public func answerPayment(_ number: Int, _ answer: PaymentAnswer) async throws(MayflyError) {
        try await act(.answerPayment(number, answer))
    }

    /// Gives an extension the picture that it has asked for (`HostEvent.pictureRequest`), and returns when the extension has it. The
    /// picture is made anew in a process of its own, and the extension gets the copy. Throws as `tap` does.
    ///
    /// - Parameters:
    ///   - number: that of the request that the person saw. `.notAsShown` is thrown where it is over.
    ///   - path: the absolute path of a JPEG, PNG or GIF file, of the sizes that may be attached. Links are followed. `.files` is thrown
    ///     for one that cannot be read, `.invalidInput` for one that is no picture: the request goes on then.
    public func providePicture(_ number: Int, fileAt path: String) async throws(MayflyError) {
        try await act(.providePicture(number, path: path))
    }

    /// Gives an extension no picture, because the person does not want to, or because there is no camera or nothing to choose
    /// (`isUnavailable`). Throws as `providePicture` does.
    public func refusePicture(_ number: Int, isUnavailable: Bool = false) async throws(MayflyError) {
        try await act(.refusePicture(number, isUnavailable: isUnavailable))
    }

    /// Swipes over the view. In expanded style that reaches the extension (C-077). In compact style it is the host's, and
    /// opens the next extension of the catalogue, or with a swipe to the right the one before (C-073, C-091).
    ///
    /// Throws `.notPossibleNow` at either end of the catalogue, and otherwise as `open` does.
    public func swipe(_ direction: SwipeDirection) async throws(MayflyError) {
        try await act(.swipe(direction))
    }

    /// Closes the extension (3.2).
    public func closeExtension() async throws(MayflyError) { try await act(.closeExtension) }

    /// Types at the end of the input field's text.
    public func type(_ text: String) async throws(MayflyError) { try await act(.type(text)) }

    /// Puts this in the place of the input field's text.
    public func replaceText(_ text: String) async throws(MayflyError) { try await act(.replaceText(text)) }

    /// Puts a copy of a file of the person into the input field: a picture, a movie or a text, of the types and sizes that extensions
    /// may attach, too.
    ///
    /// - Parameter path: an absolute path. Links are followed.
    /// - Throws: `.files` for a file that cannot be read; `.invalidInput` for one of another type; `.notPossibleNow` where the field
    ///   has no room for it.
    public func attach(fileAt path: String) async throws(MayflyError) { try await act(.attach(path: path)) }

    /// Takes a sticker or an attachment out of the input field, counted from 1.
    ///
    /// - Parameter shown: the item that the person saw under that number in `Draft.media`. `.notAsShown` is thrown where it is another
    ///   one by now. Nil takes out whatever has the number.
    public func removeFromField(_ number: Int, shown: ItemID? = nil) async throws(MayflyError) {
        try await act(.removeFromField(number, shown: shown))
    }

    /// Empties the input field. No extension is told: what it composed is not cancelled, but gone (C-137).
    public func clearField() async throws(MayflyError) { try await act(.clearField) }

    /// Drags a sticker of the browser, counted from 1, onto a bubble; it is sent at once (model 5.9). `shown` is the sticker that the
    /// person saw there.
    ///
    /// Throws `.notAsShown` where the browser has another sticker in that place by now, or the transcript another row than
    /// `BubblePosition.item` says. Nothing is sent then.
    public func placeSticker(
        _ number: Int,
        _ shown: Sticker,
        on position: BubblePosition
    ) async throws(MayflyError) {
        try await act(.placeSticker(number, shown, position))
    }

    /// Keeps the message of that row, which would expire (model 5.10). `shown` is as in `tapBubble`.
    public func keep(_ number: Int, shown: ItemID? = nil) async throws(MayflyError) {
        try await act(.keep(number, shown: shown))
    }

    /// Presses Send (3.9). `shown` names what the person saw in the input field: the `id` of the draft that was shown last.
    ///
    /// Throws `.notAsShown` where the field has another content by now, which an extension or another program can bring in at any
    /// time. Nothing is sent then, and `draft` and the observer have the present content.
    public func send(_ shown: DraftID) async throws(MayflyError) { try await act(.send(shown)) }

    /// Taps the X of the staged message (3.11).
    public func cancelMessage() async throws(MayflyError) { try await act(.cancelMessage) }

    /// Waits until nothing is under way.
    public func settle() async throws(MayflyError) { try await act(.rest) }
}

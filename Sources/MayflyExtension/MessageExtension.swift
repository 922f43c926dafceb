/// The base class of an extension; one instance is on screen.
///
/// The host calls all methods on one thread, one callback at a time. A subclass is therefore not `Sendable`, and the
/// compiler does not let completions, which run on another thread, capture it. Let them capture ``host`` and a
/// `Sendable` value, such as a class with a `Mutex`.
///
/// The order at launch is ``viewDidLoad()``, ``willBecomeActive(with:)``, ``didBecomeActive(with:)``,
/// ``viewWillAppear()``, ``viewDidAppear()``; at the end ``viewWillDisappear()``, ``viewDidDisappear()``,
/// ``willResignActive(with:)``, ``didResignActive(with:)``. After the last one the process is killed without notice. It
/// is also killed when a callback does not return within 2 seconds, or 250 ms for the resign callbacks.
open class MessageExtension {
    /// The functions of the host for all times and threads.
    public let host: HostConnection
    /// The absolute path of the extension's bundle, which is read-only.
    public let bundleFolder: String
    /// The absolute path of the only writable folder, which is kept after the process ends; `nil` where the host has no
    /// storage.
    public let privateFolder: String?
    /// Compact when opened from the drawer, expanded from a tapped bubble. It changes after ``willTransition(to:)``
    /// (C-084).
    public internal(set) var presentationStyle: PresentationStyle
    /// The conversation on screen, updated before each callback; `nil` before ``willBecomeActive(with:)`` and after
    /// ``didResignActive(with:)`` (C-029).
    public internal(set) var activeConversation: Conversation?

    /// Called once, before any callback. An override sets its own properties and calls `super`.
    public required init(_ launch: Launch) {
        host = launch.host
        bundleFolder = launch.bundleFolder
        privateFolder = launch.privateFolder
        presentationStyle = launch.presentationStyle
    }

    // MARK: The view

    /// The instance exists; nothing is shown yet.
    open func viewDidLoad() {}
    /// The view is about to be shown.
    open func viewWillAppear() {}
    /// The view is on screen.
    open func viewDidAppear() {}
    /// The view is about to leave the screen.
    open func viewWillDisappear() {}
    /// The view has left the screen.
    open func viewDidDisappear() {}
    /// The user tapped a button of the card.
    open func didPerform(_ action: Action) {}
    /// The user swiped over the view in expanded style (C-077). In compact style swipes are the host's (C-073).
    open func didSwipe(_ direction: SwipeDirection) {}
    /// The user may have changed settings of this extension: read them again with ``HostConnection/readSettings(completion:)``.
    open func didChangeSettings() {}

    // MARK: The conversation

    /// From now on the calls of the conversation are accepted.
    open func willBecomeActive(with conversation: Conversation) {}
    /// The extension is active in this conversation.
    open func didBecomeActive(with conversation: Conversation) {}
    /// The last callback in which calls of the conversation are accepted. Save all data here (C-033).
    open func willResignActive(with conversation: Conversation) {}
    /// For cleaning up: calls of the conversation fail, and the process can be killed at any time (C-034).
    open func didResignActive(with conversation: Conversation) {}

    // MARK: Messages

    /// The user tapped a bubble of this extension; `selectedMessage` is still the previous one (C-060).
    open func willSelect(_ message: Message, conversation: Conversation) {}
    /// `selectedMessage` is now the tapped one.
    open func didSelect(_ message: Message, conversation: Conversation) {}
    /// A message of this extension arrived from another participant. If its session is that of the selected message,
    /// show it: the selected message itself does not change (C-067).
    open func didReceive(_ message: Message, conversation: Conversation) {}
    /// The user pressed Send on a message of this extension. It does not mean that the message was delivered (C-131).
    open func didStartSending(_ message: Message, conversation: Conversation) {}
    /// The user removed the staged message with its X. Not called when code replaces it (C-137).
    open func didCancelSending(_ message: Message, conversation: Conversation) {}

    // MARK: Presentation

    /// The style is about to change; ``presentationStyle`` still holds the old one.
    open func willTransition(to style: PresentationStyle) {}
    /// The style has changed. Present the matching view at once (C-092).
    open func didTransition(to style: PresentationStyle) {}
    /// The process is near its memory limit, at which it is killed. Free memory.
    open func didReceiveMemoryWarning() {}

    // MARK: Stickers

    /// The number of stickers in the browser; the host reads at most 1,000.
    open var stickerCount: Int { 0 }
    /// The sticker at an index from zero to below ``stickerCount``; `nil` leaves the cell empty (C-239).
    open func sticker(at index: Int) -> Sticker? { nil }
}

// The most used calls of ``host``.
extension MessageExtension {
    /// As ``HostConnection/present(_:)``.
    public func present(_ card: Card) {
        host.present(card)
    }

    /// As ``HostConnection/requestPresentationStyle(_:)``.
    public func requestPresentationStyle(_ style: PresentationStyle) {
        host.requestPresentationStyle(style)
    }

    /// As ``HostConnection/dismiss()``.
    public func dismiss() {
        host.dismiss()
    }

    /// As ``HostConnection/log(_:level:)``.
    public func log(_ line: String, level: LogLevel = .info) {
        host.log(line, level: level)
    }
}

/// What an author subclasses: one instance of the extension on screen.
///
/// Everything here happens on the one thread on which the host calls, one callback at a time. A subclass is therefore
/// not `Sendable`, and the compiler keeps completions, which come on another thread, away from it: let them capture
/// ``host`` and a value of their own, such as a class around a `Mutex`.
///
/// The order at launch is ``viewDidLoad()``, ``willBecomeActive(with:)``, ``didBecomeActive(with:)``,
/// ``viewWillAppear()``, ``viewDidAppear()``; at the end ``viewWillDisappear()``, ``viewDidDisappear()``,
/// ``willResignActive(with:)``, ``didResignActive(with:)``. After the last the process is killed without notice. A
/// callback that does not return within 2 seconds, or 250 ms for the resign callbacks, ends the process too.
open class MessageExtension {
    /// What may be reached at any time and from any thread.
    public let host: HostConnection
    /// The folder of the extension's own files: absolute, read only.
    public let bundleFolder: String
    /// The one folder that the extension may write to; `nil` where the host has no storage. It outlives the process.
    public let privateFolder: String?
    /// Compact from the drawer, expanded from a tapped bubble. In ``willTransition(to:)`` still the old one (C-084).
    public internal(set) var presentationStyle: PresentationStyle
    /// The conversation on screen, told anew with each callback; `nil` before ``willBecomeActive(with:)`` and after
    /// ``didResignActive(with:)`` (C-029).
    public internal(set) var activeConversation: Conversation?

    /// Called once, before any callback. An override sets its own properties and calls this.
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
    /// The person tapped a button of the card.
    open func didPerform(_ action: Action) {}
    /// The person swiped over the view in expanded style (C-077). In compact style swipes are the host's (C-073).
    open func didSwipe(_ direction: SwipeDirection) {}

    // MARK: The conversation

    /// From here on the conversation's calls work.
    open func willBecomeActive(with conversation: Conversation) {}
    /// The extension is active in this conversation.
    open func didBecomeActive(with conversation: Conversation) {}
    /// The conversation is usable for the last time. Save what must last (C-033).
    open func willResignActive(with conversation: Conversation) {}
    /// For cleaning up only: the conversation's calls fail, and the process may be killed at any moment (C-034).
    open func didResignActive(with conversation: Conversation) {}

    // MARK: Messages

    /// The person tapped a bubble of this extension; `selectedMessage` is still the previous one (C-060).
    open func willSelect(_ message: Message, conversation: Conversation) {}
    /// `selectedMessage` is now the tapped one.
    open func didSelect(_ message: Message, conversation: Conversation) {}
    /// A message of this extension arrived from somebody else. If its session is the selected message's, show it: the
    /// selected message itself stays as it was (C-067).
    open func didReceive(_ message: Message, conversation: Conversation) {}
    /// The person pressed Send on a message of this extension. No receipt of delivery (C-131).
    open func didStartSending(_ message: Message, conversation: Conversation) {}
    /// The person removed the staged message with its X. Not called when code replaces it (C-137).
    open func didCancelSending(_ message: Message, conversation: Conversation) {}

    // MARK: Presentation

    /// The style is about to change; ``presentationStyle`` still holds the old one.
    open func willTransition(to style: PresentationStyle) {}
    /// The style has changed. Show what fits it at once (C-092).
    open func didTransition(to style: PresentationStyle) {}
    /// Free memory now, or be killed.
    open func didReceiveMemoryWarning() {}

    // MARK: Stickers

    /// How many stickers the browser shows; the host asks for 1,000 at most.
    open var stickerCount: Int { 0 }
    /// The sticker at an index from zero to below ``stickerCount``; `nil` leaves the cell empty (C-239).
    open func sticker(at index: Int) -> Sticker? { nil }
}

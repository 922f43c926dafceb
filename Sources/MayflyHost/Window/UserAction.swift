package import MayflyBundles
package import MayflyModel
package import MayflyStore
package import MayflyViews

/// What a person can do in a window.
package enum UserAction: Sendable {
    case openExtension(ExtensionBundle)
    case tapBubble(Int, shown: ItemID?)
    case takeHandOff(HandOffID)
    case tapControl(ControlName, shown: ExtensionView?)
    /// Opens the address of a link of the view, about which the person was asked.
    case openLink(ControlName, seen: String?)
    case input(id: String, value: String)
    case tapSticker(Int, shown: Sticker?)
    /// Puts a sticker that the person has used into the field. `shown` is the file that was seen in that place.
    case tapRecent(Int, shown: ContentDigest?)
    /// Answers the question of that number. Nil puts it aside: what has waited for it is refused, and nothing is kept.
    case answer(Int, PermissionAnswer?)
    /// Answers the sheet of the payment of that number.
    case answerPayment(Int, PaymentAnswer)
    /// Gives a file for the request of that number for a picture.
    case providePicture(Int, path: String)
    /// Gives none: the person does not want to, or there is no camera and no choice.
    case refusePicture(Int, isUnavailable: Bool)
    case requestStyle(PresentationStyle)
    case swipe(SwipeDirection)
    case closeExtension
    case type(String)
    case replaceText(String)
    case attach(path: String)
    case removeFromField(Int, shown: ItemID?)
    case clearField
    case placeSticker(Int, Sticker, BubblePosition)
    case keep(Int, shown: ItemID?)
    /// Looks at rows above the end of the transcript.
    case read(TranscriptPage)
    /// Sends the content of the input field that has this identifier.
    case send(DraftID)
    case cancelMessage
    /// Does nothing: waits until nothing is under way.
    case rest
    case shutDown

    /// Whether it is for an extension, and so fails where that one cannot be opened, or ends of itself before the act has settled.
    var tellsFailure: Bool {
        switch self {
        case .openExtension, .tapBubble, .takeHandOff, .tapControl, .answer, .answerPayment, .providePicture,
            .refusePicture, .requestStyle, .swipe:
            true
        default: false
        }
    }
}

/// Where a person drops a sticker: on which bubble, and how it lies there. `StickerPlacement` has the ranges.
public struct BubblePosition: Sendable, Hashable {
    /// The number of the bubble's row, from 1 at the top of the transcript.
    public var bubble: Int
    /// The item of that bubble when the person saw it. The numbers of rows change when one above is deleted or collapses without a
    /// summary line. Nil takes whatever has the number.
    public var item: ItemID?
    /// From the left edge of the bubble, 0, to the right edge, 1.
    public var x = 0.5
    /// From the top edge of the bubble, 0, to the bottom edge, 1.
    public var y = 0.5
    /// The factor by which the sticker is larger than its natural size.
    public var scale = 1.0
    /// Degrees clockwise.
    public var rotation = 0.0

    /// The middle of that bubble, in the natural size.
    public init(bubble: Int) { self.bubble = bubble }
}

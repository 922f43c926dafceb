/// The direction of a swipe.
public enum SwipeDirection: Int32, Sendable {
    /// To the next content.
    case left = 0
    /// To the previous content.
    case right = 1
}

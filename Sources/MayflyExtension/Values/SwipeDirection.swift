/// Where the person's finger went.
public enum SwipeDirection: Int32, Sendable {
    /// On to what comes next.
    case left = 0
    /// Back to what came before.
    case right = 1
}

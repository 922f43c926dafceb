package import MayflyHost
package import MayflyModel

/// One thing that a script, or a person at a terminal, does in a window.
package enum ScriptStep: Sendable, Equatable {
    case tap(String)
    case input(id: String, text: String)
    case style(PresentationStyle)
    case swipe(SwipeDirection)
    case type(String)
    /// Replaces the text of the field.
    case text(String)
    case remove(Int)
    case clear
    case stick(Int, BubblePosition)
    case keep(Int)
    case send
    case cancel
    case bubble(Int)
    case sticker(Int)
    case dismiss
    case leave
    case show
    case wait(String)
}

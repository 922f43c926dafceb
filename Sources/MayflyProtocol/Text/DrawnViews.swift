internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The texts of the views that were drawn last: a window is looked at again and again while its view is the same.
///
/// Safe to use from any thread.
package final class DrawnViews: Sendable {
    private struct Drawing {
        let view: ExtensionView
        let style: PresentationStyle
        let lines: [String]
    }

    /// The newest is the last.
    private let drawings = Mutex<[Drawing]>([])
    private static let most = 4

    package init() {}

    /// The lines of the view, which are drawn where they are not here.
    func lines(of view: ExtensionView, style: PresentationStyle, _ draw: () -> [String]) -> [String] {
        if let known = drawings.withLock({ $0.last { $0.style == style && $0.view == view } }) { return known.lines }
        let drawing = Drawing(view: view, style: style, lines: draw())
        drawings.withLock { $0 = $0.suffix(Self.most - 1) + [drawing] }
        return drawing.lines
    }
}

internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews
internal import Synchronization

/// The lines of an extension's view, with all that they were drawn from: the same is not drawn again.
struct DrawnView: Sendable, Equatable {
    typealias Area = @Sendable (CardPicture, _ columns: Int) -> PictureArea?

    /// A picture that the drawing asked for, and the place that it got.
    private struct Place: Sendable, Equatable {
        let picture: CardPicture
        let columns: Int
        let area: PictureArea?
    }

    /// What is drawn, and how.
    struct Source: Sendable, Equatable {
        let view: ExtensionView
        let style: PresentationStyle
        let width: Int
        let ansi: Bool
    }

    let lines: [String]
    private let source: Source
    private let places: [Place]

    /// - Parameters:
    ///   - account: the time is charged to it.
    ///   - last: what was drawn before.
    init(_ source: Source, after last: DrawnView?, chargedTo account: (any CPUAccount)?, area: @escaping Area) {
        // The places are asked for again: who gives them learns that the pictures are still shown.
        if let last, last.source == source, last.places.allSatisfy({ area($0.picture, $0.columns) == $0.area }) {
            self = last
            return
        }
        let places = Mutex<[Place]>([])
        let lines = CPUAccounting.charge(account) {
            ViewText.lines(of: source.view, style: source.style, ansi: source.ansi, width: source.width) {
                picture,
                columns in
                let area = area(picture, columns)
                places.withLock { $0.append(Place(picture: picture, columns: columns, area: area)) }
                return area
            }
        }
        (self.source, self.lines, self.places) = (source, lines, places.withLock { $0 })
    }
}

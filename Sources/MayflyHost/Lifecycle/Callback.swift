package import MayflyABI
package import MayflyModel
package import MayflyViews

/// A callback of the extension with its argument (model 2.4), before it is encoded for the C interface.
///
/// Indirect, as the events of the life cycle are: an item is large, and most callbacks have none.
package indirect enum Callback: Sendable, Equatable {
    case viewDidLoad
    case willBecomeActive
    case didBecomeActive
    case willResignActive
    case didResignActive
    case viewWillAppear
    case viewDidAppear
    case viewWillDisappear
    case viewDidDisappear
    case willSelect(Item)
    case didSelect(Item)
    case didReceive(Item)
    case didStartSending(Item)
    case didCancelSending(Item)
    case willTransition(PresentationStyle)
    case didTransition(PresentationStyle)
    case didReceiveMemoryWarning
    case didPerformAction(Submission)
    case didSwipe(SwipeDirection)
    case didChangeSettings
    case stickerCount
    case stickerAt(UInt32)

    /// The model's name.
    var name: String { row.name }

    /// Its row of the interface table.
    package var row: Function {
        switch self {
        case .viewDidLoad: Table.viewDidLoad
        case .willBecomeActive: Table.willBecomeActive
        case .didBecomeActive: Table.didBecomeActive
        case .willResignActive: Table.willResignActive
        case .didResignActive: Table.didResignActive
        case .viewWillAppear: Table.viewWillAppear
        case .viewDidAppear: Table.viewDidAppear
        case .viewWillDisappear: Table.viewWillDisappear
        case .viewDidDisappear: Table.viewDidDisappear
        case .willSelect: Table.willSelect
        case .didSelect: Table.didSelect
        case .didReceive: Table.didReceive
        case .didStartSending: Table.didStartSending
        case .didCancelSending: Table.didCancelSending
        case .willTransition: Table.willTransition
        case .didTransition: Table.didTransition
        case .didReceiveMemoryWarning: Table.didReceiveMemoryWarning
        case .didPerformAction: Table.didPerformAction
        case .didSwipe: Table.didSwipe
        case .didChangeSettings: Table.didChangeSettings
        case .stickerCount: Table.stickerCount
        case .stickerAt: Table.stickerAt
        }
    }

    /// The item of which the extension is told; nil for callbacks without one.
    var item: Item? {
        switch self {
        case .willSelect(let item), .didSelect(let item), .didReceive(let item), .didStartSending(let item),
            .didCancelSending(let item):
            item
        default: nil
        }
    }

    /// Whether the short deadline of the resign callbacks holds.
    package var isResign: Bool { self == .willResignActive || self == .didResignActive }

    /// Whether it belongs to a change of style.
    var isTransition: Bool {
        switch self {
        case .willTransition, .didTransition: true
        default: false
        }
    }
}

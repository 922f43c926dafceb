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
    case stickerCount
    case stickerAt(UInt32)

    /// The model's name, which is also the name of the row in the interface table.
    package var name: String {
        switch self {
        case .viewDidLoad: "viewDidLoad"
        case .willBecomeActive: "willBecomeActive"
        case .didBecomeActive: "didBecomeActive"
        case .willResignActive: "willResignActive"
        case .didResignActive: "didResignActive"
        case .viewWillAppear: "viewWillAppear"
        case .viewDidAppear: "viewDidAppear"
        case .viewWillDisappear: "viewWillDisappear"
        case .viewDidDisappear: "viewDidDisappear"
        case .willSelect: "willSelect"
        case .didSelect: "didSelect"
        case .didReceive: "didReceive"
        case .didStartSending: "didStartSending"
        case .didCancelSending: "didCancelSending"
        case .willTransition: "willTransition"
        case .didTransition: "didTransition"
        case .didReceiveMemoryWarning: "didReceiveMemoryWarning"
        case .didPerformAction: "didPerformAction"
        case .didSwipe: "didSwipe"
        case .stickerCount: "stickerCount"
        case .stickerAt: "stickerAt"
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

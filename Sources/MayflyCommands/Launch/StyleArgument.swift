internal import ArgumentParser
internal import MayflyModel

/// The styles that can be asked for by name.
enum StyleArgument: String, ExpressibleByArgument, CaseIterable {
    case compact, expanded

    var style: PresentationStyle {
        switch self {
        case .compact: .compact
        case .expanded: .expanded
        }
    }
}

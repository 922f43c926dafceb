internal import ArgumentParser
internal import MayflyModel

/// The kinds of devices by their names.
enum ProfileArgument: String, ExpressibleByArgument, CaseIterable {
    case full, desktop, watch, legacy

    var profile: DeviceProfile {
        switch self {
        case .full: .full
        case .desktop: .desktop
        case .watch: .watch
        case .legacy: .legacy
        }
    }
}

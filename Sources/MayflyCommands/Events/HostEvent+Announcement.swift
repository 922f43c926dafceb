package import MayflyHost
internal import MayflyModel

extension HostEvent {
    /// What went wrong in the host itself, such as a receipt that cannot be kept; nil for most events. A line of an
    /// extension's is none of it.
    package var complaint: String? {
        switch self {
        case .log(nil, .warning, let line), .log(nil, .error, let line): line
        default: nil
        }
    }

    /// What a person is told at once, whatever else is on the screen; nil for most events.
    package func announcement(_ names: Names) -> String? {
        guard case .moreTime(let id, let milliseconds, let reason) = self else { return nil }
        let name = SafeText.line(names.name(of: id))
        return "\(name) asks for \(milliseconds) ms more: \(SafeText.line(reason, limit: 200))"
    }
}

package import MayflyHost
internal import MayflyModel

extension HostEvent {
    /// A failure of the host itself, such as a receipt that cannot be stored; nil for other events, log lines of extensions
    /// included.
    package var complaint: String? {
        switch self {
        case .log(nil, .warning, let line), .log(nil, .error, let line): line
        default: nil
        }
    }

    /// A line that is printed at once in every display mode but JSON; nil for most events.
    package func announcement(_ names: Names) -> String? {
        guard case .moreTime(let id, let milliseconds, let reason) = self else { return nil }
        let name = SafeText.line(names.name(of: id))
        return "\(name) asks for \(milliseconds) ms more: \(SafeText.line(reason, limit: 200))"
    }
}

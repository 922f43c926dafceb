// The calls of ``host`` that a callback makes most.
extension MessageExtension {
    /// As ``HostConnection/present(_:)``.
    public func present(_ card: Card) {
        host.present(card)
    }

    /// As ``HostConnection/requestPresentationStyle(_:)``.
    public func requestPresentationStyle(_ style: PresentationStyle) {
        host.requestPresentationStyle(style)
    }

    /// As ``HostConnection/dismiss()``.
    public func dismiss() {
        host.dismiss()
    }

    /// As ``HostConnection/log(_:level:)``.
    public func log(_ line: String, level: LogLevel = .info) {
        host.log(line, level: level)
    }
}

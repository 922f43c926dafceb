// The calls of ``host`` that a callback makes most.
extension MessageExtension {
    /// As ``ExtensionHost/present(_:)``.
    public func present(_ card: Card) {
        host.present(card)
    }

    /// As ``ExtensionHost/requestPresentationStyle(_:)``.
    public func requestPresentationStyle(_ style: PresentationStyle) {
        host.requestPresentationStyle(style)
    }

    /// As ``ExtensionHost/dismiss()``.
    public func dismiss() {
        host.dismiss()
    }

    /// As ``ExtensionHost/log(_:level:)``.
    public func log(_ line: String, level: LogLevel = .info) {
        host.log(line, level: level)
    }
}

/// Why the host did not do what was asked.
public struct MessageError: Error, Hashable, Sendable {
    /// Which list of the model a code belongs to.
    public enum Domain: Int32, Sendable {
        case messages = 0
        case stickers = 1
    }

    public let domain: Domain
    public let code: Code
    /// One line in English that names the item, the rule and the value.
    public let message: String

    init(_ code: Code, domain: Domain = .messages, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }
}

extension MessageError: CustomStringConvertible {
    /// The message and the number.
    public var description: String { "\(message) (\(domain) error \(code.rawValue))" }
}

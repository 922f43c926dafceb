/// The value of a setting of an extension.
public enum SettingValue: Sendable, Hashable {
    /// Of a toggle.
    case toggle(Bool)
    /// Of a text, or the value of a choice.
    case text(String)
    /// Of a number: finite.
    case number(Double)

    /// The value as text: `true` or `false`; the text itself; the digits of the number.
    public var text: String {
        switch self {
        case .toggle(let isOn): isOn ? "true" : "false"
        case .text(let text): text
        // As people write it: without a fraction where there is none.
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        }
    }

    /// What it is, for messages.
    var kind: String {
        switch self {
        case .toggle: "true or false"
        case .text: "a text"
        case .number: "a number"
        }
    }
}

/// A setting of an extension, as its manifest declares it: the host draws a control for it, and the person sets the value.
public struct Setting: Sendable, Hashable {
    /// Its name in the manifest: the same in all versions and languages.
    public let key: String
    /// What the person reads beside the control: one line.
    public let title: String
    /// More about it, one line; nil for none.
    public let summary: String?
    /// Which values it has.
    public let kind: Kind
    /// Its value until the person sets another.
    public let defaultValue: SettingValue

    /// The kinds of settings.
    public enum Kind: Sendable, Hashable {
        /// On or off.
        case toggle
        /// One line of text, of at most so many characters.
        case text(maxLength: Int)
        /// One of these.
        case choice([Choice])
        /// A number of this range.
        case number(ClosedRange<Double>)

        /// The name of the kind in a manifest.
        public var name: String {
            switch self {
            case .toggle: "toggle"
            case .text: "text"
            case .choice: "choice"
            case .number: "number"
            }
        }
    }

    /// One of several values.
    public struct Choice: Sendable, Hashable {
        /// The value itself: the same in all languages.
        public let value: String
        /// What the person reads: one line.
        public let title: String

        package init(value: String, title: String) { (self.value, self.title) = (value, title) }
    }

    /// The largest number of settings of an extension.
    public static let most = 32
    /// The largest number of choices of a setting.
    public static let mostChoices = 32
    /// The largest text in characters. In bytes of UTF-8 a text has at most four times as many as its setting allows characters.
    public static let longestText = 1_000
    /// The length of a text whose setting names none.
    package static let usualTextLength = 200
    /// The largest number on either side of zero: up to it each whole number is told apart.
    package static let largestNumber = 9_007_199_254_740_991.0

    package init(key: String, title: String, summary: String?, kind: Kind, defaultValue: SettingValue) {
        self.key = key
        self.title = title
        self.summary = summary
        self.kind = kind
        self.defaultValue = defaultValue
    }
}

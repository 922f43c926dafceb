package import MayflyModel

extension Item {
    /// The name of the extension that brought the item, in brackets and with a space behind it, for the beginning of a text that may
    /// look like words of the person; empty for what a person wrote. It is never cut: the name can be that of several extensions.
    package var originLabel: String { origin.map { "[\($0.nameInBrackets(limit: .max))] " } ?? "" }

    /// A line that names the extension that brought the item, where the device lacks it (model 10.4); nil for other items.
    package func attribution(lacks: (ExtensionID) -> Bool) -> String? {
        origin.flatMap { lacks($0.extensionID) ? "from \(SafeText.line($0.name))" : nil }
    }
}

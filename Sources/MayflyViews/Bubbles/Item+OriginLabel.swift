package import MayflyModel

extension Item {
    /// The name of the extension that brought the item, in brackets and with a space behind it, for the beginning of a text that may
    /// look like words of the person; empty for what a person wrote.
    package var originLabel: String { origin.map { "[\(SafeText.line($0.name))] " } ?? "" }

    /// A line that names the extension that brought the item, where the device lacks it (model 10.4); nil for other items.
    package func attribution(lacks: (ExtensionID) -> Bool) -> String? {
        origin.flatMap { lacks($0.extensionID) ? "from \(SafeText.line($0.name))" : nil }
    }
}

package import MayflyModel

extension Item {
    /// The name of the extension that brought the item, in brackets and with a space behind it, for the beginning of a text that may
    /// look like words of the person; empty for what a person wrote. It is never cut: the name can be that of several extensions.
    package var originLabel: String { origin.map { "[\($0.nameInBrackets(limit: .max))] " } ?? "" }

    /// A text of the item as it is printed: behind the label; in quotation marks where words that a person wrote begin as what the
    /// host writes above an item of an extension or of another kind.
    package func labelled(_ text: String) -> String {
        guard origin == nil else { return originLabel + text }
        return LabelLook.isLabel(text) ? "\"\(text)\"" : text
    }

    /// A line that names the extension that brought the item, where the device lacks it (model 10.4); nil for other items.
    package func attribution(lacks: (ExtensionID) -> Bool) -> String? {
        origin.flatMap { lacks($0.extensionID) ? "from \(SafeText.line($0.name))" : nil }
    }
}

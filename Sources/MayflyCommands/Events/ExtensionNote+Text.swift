internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

extension ExtensionNote {
    /// The note for a person, in rows with the margin of an extension's lines.
    func rows(_ names: Names, width: Int) -> [String] {
        let name = SafeText.line(names.name(of: extensionID))
        return TerminalLines.margined("\(name), \(level.name): \(SafeText.line(line, limit: 400))", width: width)
    }
}

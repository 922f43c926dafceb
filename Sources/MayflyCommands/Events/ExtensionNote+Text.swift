internal import MayflyHost
internal import MayflyModel

extension ExtensionNote {
    /// The note as one line for a person.
    func text(_ names: Names) -> String {
        "\(SafeText.line(names.name(of: extensionID))), \(level.name): \(SafeText.line(line, limit: 400))"
    }
}

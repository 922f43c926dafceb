package import MayflyBundles
internal import MayflyModel

/// The app that an extension belongs to, as text.
package enum ContainingAppText {
    /// Both names are those that publishers have chosen.
    static func line(_ app: Manifest.ContainingApp, of manifest: Manifest) -> String {
        "\(quoted(app.name)), the app of the extension \(quoted(manifest.name)), is at this address:"
    }

    /// What is added to what is told of an installation.
    package static func ending(_ app: Manifest.ContainingApp?) -> String {
        app.map { ", with \(description($0))" } ?? ""
    }

    /// The name and the address.
    package static func description(_ app: Manifest.ContainingApp) -> String { "app \(place(app))" }

    /// The same without the word.
    static func place(_ app: Manifest.ContainingApp) -> String { "\(quoted(app.name)) at \(app.url)" }

    private static func quoted(_ name: String) -> String {
        SafeText.collapsingBlanks(SafeText.quotation(name, limit: 80))
    }
}

package import MayflyModel

/// What is known of a launch before its first frame.
package struct LaunchFacts: Sendable {
    /// The number of the launch in the run, from 1.
    package let number: Int
    /// Microseconds since the first launch of the run began.
    package let begun: Int64
    package let id: ExtensionID
    package let version: String
    /// The path of the library in its bundle.
    package let libraryName: String
    package let style: PresentationStyle
    /// The locale of the extension (BCP 47).
    package let locale: String
    /// The limits of the manifest, by their names.
    package let limits: [String: Int]
    /// The folders on this machine.
    package let places: Places
    /// The library, open for reading. Whoever has the facts last closes it.
    let library: Int32

    /// The paths of a launch on this machine.
    package struct Places: Sendable {
        package let bundle: String
        package let privateFolder: String
        package let received: String
    }
}

package import MayflyModel

/// What is known of a launch before its first frame.
package struct LaunchFacts: Sendable {
    /// The number of the launch in the run, from 1.
    package let number: Int
    package let id: ExtensionID
    package let version: String
    package let style: PresentationStyle
    /// The locale of the extension (BCP 47).
    package let locale: String
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

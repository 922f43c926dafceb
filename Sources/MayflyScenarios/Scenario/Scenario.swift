package import MayflyModel

/// What people do with extensions on their devices, and what is expected then.
package struct Scenario: Sendable {
    /// A device and its person.
    package struct Device: Sendable, Equatable {
        package let name: String
        /// The person; nil for one of the name of the device.
        package let owner: String?
        package let profile: DeviceProfile
        /// Where the file names it, or begins.
        let position: Position

        var person: String { owner ?? name }
    }

    /// The path as it was given.
    package let file: String
    package let name: String
    /// Paths of bundles, as the scenario writes them.
    package let extensions: [String]
    /// The bundles that are used, by paths of this process, with the places in the file that name them.
    package let bundles: [(path: String, position: Position)]
    /// In the order of the file.
    package let devices: [Device]
    package let conversation: String
    /// Where the file describes it, or begins.
    let conversationPosition: Position
    /// Names of people.
    package let members: [String]
    /// How long an expectation may take to come true.
    package let patience: Duration
    package let steps: [ScenarioStep]

    /// A path of the scenario as one of this process: relative ones begin in its folder.
    package func path(_ written: String) -> String { Self.path(written, of: file) }

    static func path(_ written: String, of file: String) -> String {
        guard !written.hasPrefix("/") else { return written }
        guard let slash = file.lastIndex(of: "/") else { return written }
        return "\(file[..<slash])/\(written)"
    }
}

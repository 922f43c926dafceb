package import MayflyModel

/// What people do with extensions on their devices, and what is expected then.
package struct Scenario: Sendable {
    /// A device and its person.
    package struct Device: Sendable, Equatable {
        package let name: String
        /// The person; nil for one of the name of the device.
        package let owner: String?
        package let profile: DeviceProfile

        var person: String { owner ?? name }
    }

    /// The path as it was given.
    package let file: String
    package let name: String
    /// Paths of bundles, as the scenario writes them, with their places.
    package internal(set) var extensions: [(path: String, position: Position)]
    /// In the order of the file.
    package let devices: [Device]
    package let conversation: String
    /// Names of people.
    package let members: [String]
    /// How long an expectation may take to come true.
    package let patience: Duration
    package let steps: [ScenarioStep]

    /// The same with other bundles, such as those of another build: their paths are those of this process.
    package func with(bundlesAt paths: [String]) -> Scenario {
        var scenario = self
        let place = Position(file: file, line: 1, column: 1)
        scenario.extensions = paths.enumerated().map { index, path in
            (path, extensions.indices.contains(index) ? extensions[index].position : place)
        }
        scenario.hasGivenBundles = true
        return scenario
    }

    var hasGivenBundles = false

    /// The paths of the bundles, as those of this process.
    package var bundles: [(path: String, position: Position)] {
        hasGivenBundles ? extensions : extensions.map { (path($0.path), $0.position) }
    }

    /// The folder that relative paths of the scenario begin in.
    package var folder: String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// A path of the scenario as one of this process.
    package func path(_ written: String) -> String { written.hasPrefix("/") ? written : "\(folder)/\(written)" }
}

package import Foundation

/// The golden files: the interface of each version, of which nothing may change.
package enum InterfacePin {
    /// What the headers have otherwise than the golden file of a version.
    package struct Finding {
        package let file: URL
        package let differences: [InterfaceDifference]

        /// The differences of that judgement, and what to do, in lines for a person.
        package func lines(_ judgement: InterfaceDifference.Judgement) -> String {
            let lines = differences.filter { $0.judgement == judgement }.map(\.description)
            return (lines + [judgement == .broke ? Self.onBreak : Self.onGrowth]).joined(separator: "\n")
        }

        private static let onBreak =
            "Extensions that are out there would break: take the change back, and put what is new at the end of its table or "
            + "struct, or into a new table with an id of its own (CONTRIBUTING.md, \"How the interface grows\")."
        private static let onGrowth =
            "The interface grew: `make pin` adds this to the golden file of the version; see CONTRIBUTING.md, \"How the interface grows\"."
    }

    /// Compares the headers with the golden file of each version.
    package static func findings(_ interface: HeaderInterface) throws -> [Finding] {
        try InterfaceSource.goldenFiles().map { file in
            let pinned = try InterfaceSource.read(golden: file)
            return Finding(file: file, differences: InterfaceComparison(from: pinned, to: interface).differences)
        }
    }

    /// Writes the golden file of the version that the headers describe. Refuses where they break an earlier one.
    package static func write(_ interface: HeaderInterface) throws -> URL {
        for finding in try findings(interface) where finding.differences.judgement == .broke {
            throw InterfaceFailure("the headers break \(finding.file.path):\n" + finding.lines(.broke))
        }
        guard let version = interface.version else {
            throw InterfaceFailure("the headers do not define \(HeaderInterface.versionMacro)")
        }
        let file = InterfaceSource.museum.appending(path: "abi-\(version)/interface.json")
        try InterfaceSource.write(interface, to: file)
        return file
    }
}

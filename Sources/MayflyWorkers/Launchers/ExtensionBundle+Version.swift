internal import MayflyABI
package import MayflyBundles
internal import MayflyModel

extension ExtensionBundle {
    /// Refuses a bundle whose versions of the C ABI this host does not speak, before anything of it is opened.
    func requireSharedVersion() throws(MayflyError) {
        guard let problem = versionProblem else { return }
        throw MayflyError(.loadFailed, "\(SafeText.line(manifest.name)) cannot be loaded: \(problem)")
    }

    /// Why this host cannot load the library, by the versions of the C ABI alone; nil when it can.
    package var versionProblem: String? {
        let oldest = Manifest.ABIVersion(number: Table.oldestVersion)
        let newest = Manifest.ABIVersion(number: Table.newestVersion)
        guard let abi = manifest.abi, abi.max < oldest || newest < abi.min else { return nil }
        let spoken = oldest == newest ? "\(oldest)" : "\(oldest) to \(newest)"
        return "its ABI versions are \(abi), and this host speaks \(spoken)"
    }
}

extension Manifest.ABIVersion {
    /// From the number of the C interface, major << 16 | minor.
    fileprivate init(number: UInt32) {
        self.init(major: UInt16(truncatingIfNeeded: number >> 16), minor: UInt16(truncatingIfNeeded: number))
    }
}

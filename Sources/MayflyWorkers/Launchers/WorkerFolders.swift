internal import MayflyABI

/// The paths by which an extension knows its folders: those of the host, or others in a root folder of its own.
package struct WorkerFolders: Sendable {
    package let bundle: String
    package let privateFolder: String

    /// Those in the root folder of a sandbox.
    static let sandboxed = WorkerFolders(
        bundle: WorkerContract.bundleFolder,
        privateFolder: WorkerContract.privateFolder
    )

    /// Those of the host.
    static func unmoved(_ order: LaunchRequest) -> WorkerFolders {
        WorkerFolders(bundle: order.bundleFolder, privateFolder: order.privateFolder)
    }
}

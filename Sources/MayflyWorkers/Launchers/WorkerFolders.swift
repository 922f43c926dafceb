internal import MayflyABI

/// The paths of an extension's folders as the extension sees them: those of the host, or those in the root of a
/// sandbox.
package struct WorkerFolders: Sendable {
    package let bundle: String
    package let privateFolder: String
    /// The files of messages, which the extension may only read.
    package let received: String

    /// The paths in the root folder of a sandbox.
    static let sandboxed = WorkerFolders(
        bundle: WorkerContract.bundleFolder,
        privateFolder: WorkerContract.privateFolder,
        received: WorkerContract.receivedFolder
    )

    /// The paths of the host.
    static func unmoved(_ request: LaunchRequest) -> WorkerFolders {
        WorkerFolders(
            bundle: request.bundleFolder,
            privateFolder: request.privateFolder,
            received: request.receivedFolder
        )
    }
}

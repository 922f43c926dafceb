internal import CMayflyLinux
internal import Glibc
internal import MayflyABI

/// The folders of an extension for a worker that does not have the superuser's id, although the superuser owns them: in
/// a mount with a mapping of users (mount_setattr, man 2) they belong to the worker's user, and on the disk what the
/// worker makes belongs to the superuser.
enum MappedFolders {
    /// Made once for the process; negative for an ordinary user, whose workers have the id of the user.
    private static let mapping: Int32 = geteuid() == 0 ? mayfly_mapping(0, WorkerContract.workerUser) : -EPERM

    /// Makes what all launches share. It takes a millisecond: call it while a zygote starts.
    static func prepare() { _ = mapping }

    /// The mounts of the bundle, the private folder and the received files, which the caller closes. Empty if one of
    /// their file systems cannot map users: the worker then has the superuser's id in its user namespace.
    static func mounts(of request: LaunchRequest) -> [Int32] {
        guard mapping >= 0 else { return [] }
        let (readOnly, noExec) = (MAYFLY_MOUNT_READ_ONLY.rawValue, MAYFLY_MOUNT_NO_EXEC.rawValue)
        var mounts: [Int32] = []
        for (path, rules) in [
            (request.bundleFolder, readOnly), (request.privateFolder, noExec),
            (request.receivedFolder, readOnly | noExec),
        ] {
            let mount = mayfly_mapped_mount(path, rules, mapping)
            guard mount >= 0 else {
                for mount in mounts { close(mount) }
                return []
            }
            mounts.append(mount)
        }
        return mounts
    }
}

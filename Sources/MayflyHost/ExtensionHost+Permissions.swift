public import MayflyModel
public import MayflyStore

extension ExtensionHost {
    /// What people have answered to extensions that asked for permissions, and keep: by extension, device and permission.
    /// - Throws: `.store`.
    public func keptAnswers() throws(MayflyError) -> [KeptAnswer] { try store.keptAnswers() }

    /// Withdraws what was answered to an extension: it has to ask again. What was granted once, to an extension that is open, ends with
    /// that extension.
    ///
    /// - Parameters:
    ///   - permission: the only one that is withdrawn; nil means all.
    ///   - device: the only device on which it is; nil means all.
    /// - Returns: how many answers were withdrawn.
    /// - Throws: `.unknownDevice`; `.store`.
    @discardableResult
    public func withdrawAnswers(
        to permission: PermissionName? = nil,
        of id: ExtensionID,
        on device: String? = nil
    ) throws(MayflyError) -> Int {
        let device = try device.map { name throws(MayflyError) in try store.device(named: name).id }
        return try store.withdrawAnswers(to: permission, of: id, on: device)
    }
}

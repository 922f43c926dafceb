internal import MayflyBundles
internal import MayflyModel
internal import MayflyRepository

extension MayflyError {
    /// The error with the store that it is about.
    func named(_ address: StoreAddress) -> MayflyError {
        if let expired = cause as? ExpiredMetadata {
            return expired.error("the \(expired.role.subject) of \(address.text)")
        }
        guard !message.hasPrefix(address.text), code != MayflyError.stopped.code || cause == nil else { return self }
        return MayflyError(code, "\(address.text): \(message)", cause: self)
    }
}

extension RoleName {
    /// What a person calls its file.
    fileprivate var subject: String {
        switch self {
        case .root, .timestamp, .snapshot: text
        case .targets: "list of publishers"
        case .publisher(let name): "list of the publisher '\(name)'"
        }
    }
}

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

    /// What a person can do about a file that a store gives wrongly.
    static let adviceOnFiles = "try again later, and if it stays, tell whoever runs the store"

    /// The error with what a person can do, where a file that a store gives breaks a rule. The sentence of a file that has expired says
    /// it itself.
    var advised: MayflyError {
        guard [.untrusted, .invalidBundle].contains(code), !(cause is ExpiredMetadata),
            !message.hasSuffix(Self.adviceOnFiles)
        else { return self }
        return MayflyError(code, "\(message); nothing of it is used: \(Self.adviceOnFiles)", cause: cause ?? self)
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

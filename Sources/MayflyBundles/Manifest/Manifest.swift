public import MayflyModel

/// What a bundle says about itself in `manifest.json`.
///
/// Keys that this version does not know are ignored, so that a bundle for a later host is still listed by this one.
public struct Manifest: Sendable, Hashable {
    public let id: ExtensionID
    /// What people see: one line of 1 to 80 characters.
    public let name: String
    public let version: SemanticVersion
    public let kind: Kind
    /// The versions of the C ABI that the extension speaks; nil for a sticker pack.
    public let abi: ABIRange?
    /// The library of each `os-arch`, such as `linux-x86_64`, as a path in the bundle; empty for a sticker pack.
    public let libraries: [String: String]
    /// The catalogue folder of a sticker pack, as a path in the bundle; nil for an app.
    public let stickers: String?
    /// The icon, as a path in the bundle. Every bundle has one (C-015).
    public let icon: String
    /// One line for the store and the drawer, 300 characters at most.
    public let summary: String?
    /// Where the extension may be offered; messages when the manifest says nothing (C-272).
    public let contexts: Set<Context>
    /// What the extension asks for beyond the sandbox, in the manifest's order.
    public let permissions: [Permission]
    /// Of what the extension is to be given less than the host gives: what it needs, so that a fault shows early. A number
    /// that is no lower than the host's has no effect.
    public let limits: [Limit: Int]
    /// Texts by language tag, then by key.
    public let localizations: [String: [String: String]]
    /// What the extension lets its user set: an object as the manifest has it; the host gives it no meaning here.
    package let settings: JSONValue
    /// What is odd without being wrong.
    public let warnings: [String]

    /// What a bundle contributes.
    public enum Kind: String, Sendable, CaseIterable {
        /// Code behind the C ABI.
        case app
        /// Pictures and nothing that runs (C-002).
        case stickerPack = "sticker-pack"
    }

    /// Where an extension is offered (model 10.7).
    public enum Context: String, Sendable, CaseIterable {
        case messages, media
    }

    /// Something that the user has to grant.
    public struct Permission: Sendable, Hashable {
        /// Such as `network`; lower-case letters, digits, dots and hyphens.
        public let name: String
        /// Why, in the words of the extension's author, to be shown with the question.
        public let reason: String
    }
}

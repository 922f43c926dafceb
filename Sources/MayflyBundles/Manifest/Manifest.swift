public import MayflyModel

/// The content of `manifest.json`.
///
/// Unknown keys are ignored, so that this host can list a bundle for a later version.
public struct Manifest: Sendable, Hashable {
    /// The same in all versions of the extension.
    public let id: ExtensionID
    /// The display name: one line of 1 to 80 characters.
    public internal(set) var name: String
    /// The name in the manifest's own language, also where `name` is in another: it goes with what is sent (C-018).
    public let ownName: String
    /// The version of the extension.
    public let version: SemanticVersion
    /// Whether it has code or only stickers.
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
    public internal(set) var summary: String?
    /// The app of its publisher that the extension belongs to; nil without one.
    public let app: ContainingApp?
    /// Where the extension is offered; messages when the manifest has no contexts (C-272).
    public let contexts: Set<Context>
    /// What the extension requests beyond the sandbox, in the order of the manifest.
    public internal(set) var permissions: [Permission]
    /// Limits below those of the host, so that a fault shows early. A limit that is not lower than the host's has no
    /// effect.
    public let limits: [Limit: Int]
    /// Translations by language tag, then by key: `localized` uses them.
    public let localizations: [String: [String: String]]
    /// What the person can set, in the order of the manifest.
    public internal(set) var settings: [Setting]
    /// Unusual properties that break no rule, one line each.
    public var warnings: [String] { plainWarnings + strayTexts.warnings(for: self) }
    let plainWarnings: [String]
    /// The reasons of the permissions as the manifest itself has them, by the names of these, in whatever language the rest is.
    let ownReasons: [String: String]
    /// Translations of texts that are not there. What they resemble is looked for when somebody reads the warnings, and by no launch.
    let strayTexts: StrayTexts

    /// The name, safe to show in one line.
    package var shownName: String { SafeText.collapsingBlanks(SafeText.line(name)) }

    /// The kind of a bundle.
    public enum Kind: String, Sendable, CaseIterable {
        /// Code behind the C ABI.
        case app
        /// Stickers without code (C-002).
        case stickerPack = "sticker-pack"
    }

    /// Where an extension is offered (model 10.7): in conversations, or with pictures and movies.
    public enum Context: String, Sendable, CaseIterable {
        /// `messages` is in conversations, `media` with pictures and movies.
        case messages, media
    }

    /// A permission that the user has to grant.
    public struct Permission: Sendable, Hashable {
        /// Such as `network:api.example.com`. One that this host does not know is never granted.
        public let name: String
        /// The author's reason, for the question to the user.
        public let reason: String

        /// The name as the host reads it; nil for one that it does not know.
        public var known: PermissionName? { PermissionName(name) }
    }
}

extension Manifest {
    /// The oldest and the newest version of the C ABI that an extension speaks, both included.
    public struct ABIRange: Sendable, Hashable, CustomStringConvertible {
        /// The oldest version.
        public let min: ABIVersion
        /// The newest version.
        public let max: ABIVersion

        /// Nil when the oldest is newer than the newest.
        public init?(min: ABIVersion, max: ABIVersion) {
            guard min <= max else { return nil }
            self.min = min
            self.max = max
        }

        /// Whether the extension supports a version.
        public func contains(_ version: ABIVersion) -> Bool { min <= version && version <= max }

        public var description: String { min == max ? "\(min)" : "\(min) to \(max)" }
    }

    /// A version of the C ABI, such as `1.0`.
    public struct ABIVersion: Sendable, Hashable, Comparable, LosslessStringConvertible {
        /// Changes when the interface becomes incompatible.
        public let major: UInt16
        /// Changes when the interface grows.
        public let minor: UInt16

        /// A version from its two numbers.
        public init(major: UInt16, minor: UInt16) {
            self.major = major
            self.minor = minor
        }

        /// Nil for anything but two decimal numbers up to 65,535 with a dot between.
        public init?(_ description: String) {
            let parts = description.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, !description.contains("+"),
                let major = UInt16(parts[0]), let minor = UInt16(parts[1])
            else { return nil }
            self.init(major: major, minor: minor)
        }

        public static func < (left: ABIVersion, right: ABIVersion) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }

        public var description: String { "\(major).\(minor)" }
    }
}

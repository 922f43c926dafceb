internal import MayflyBundles

/// One thing that is checked of a bundle.
package struct Check: Sendable {
    /// What a check is about; the order of lists.
    package enum Area: String, Sendable, CaseIterable {
        case bundle, manifest, library, pack, launch, life, view, conversation, host, security, cost
    }

    /// In words with hyphens, such as `library-exports`; the same in all versions.
    package let id: String
    /// From 1 to 10: a check with a low one is quick and finds what no user should meet, one with a high one takes long.
    package let level: Int
    /// What it is about.
    package let area: Area
    /// What is looked at, as a sentence.
    package let what: String
    /// What it matters to a person who uses the extension.
    package let why: String
    /// How an author mends it.
    package let mending: String
    /// The kind of bundle that it is about; nil for both.
    let kind: Manifest.Kind?
    /// The checks without which it says nothing: it is skipped where one of them has not passed.
    let needs: [String]
    let judge: @Sendable (Examination) async throws -> Verdict

    init(
        _ id: String,
        level: Int,
        _ area: Area,
        kind: Manifest.Kind? = nil,
        needs: [String] = [],
        what: String,
        why: String,
        mending: String,
        judge: @escaping @Sendable (Examination) async throws -> Verdict
    ) {
        (self.id, self.level, self.area, self.kind, self.needs) = (id, level, area, kind, needs)
        (self.what, self.why, self.mending) = (what, why, mending)
        self.judge = judge
    }

    /// All checks, by area.
    package static let all =
        bundleChecks + manifestChecks + libraryChecks + packChecks + launchChecks + lifeChecks + killChecks
        + viewChecks + conversationChecks + hostChecks + securityChecks + costChecks

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    static func named(_ id: String) -> Check? { byID[id] }

    /// The largest level.
    package static let mostLevel = 10
}

internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel
package import MayflyRepository

/// A store that the person has added, with what is known of it now.
package struct AddedStore: Sendable {
    /// Where it is.
    package let address: StoreAddress
    /// Its display name; the address where it has none.
    package let name: String
    /// The ids that it shows first.
    package let promoted: [ExtensionID]
    /// What it offers: each version of each extension.
    package let offers: [Offer]
    /// Sentences about files and entries that break a rule and are left out, and about files that have expired.
    package let problems: [String]
    /// The first file that the update refused or did not get, so that nobody knows what is new in it; nil where it took all, and for a
    /// store as it is known without a network.
    package let failure: MayflyError?
    private let trusted: TrustedMetadata
    let record: StoreRecord

    /// Throws `MayflyError.stopped` where `isStopped` says true.
    init(
        _ record: StoreRecord,
        _ trusted: TrustedMetadata,
        failures: [MayflyError] = [],
        problems: [String] = [],
        unless isStopped: (() -> Bool)?
    ) throws(MayflyError) {
        self.record = record
        self.trusted = trusted
        address = record.address
        let description = trusted.description.flatMap(record.kept).flatMap { try? StoreDescription($0) }
        name = description?.name ?? record.address.text
        promoted = description?.promoted ?? []
        let (offers, refused) = try trusted.offers(unless: isStopped)
        self.offers = offers
        let failures = failures.map { $0.named(record.address) }
        failure = failures.first
        var problems = failures.map(\.message) + problems + refused
        do throws(MayflyError) {
            try trusted.requireFresh(for: .targets)
        } catch {
            problems.append(error.named(record.address).message)
        }
        self.problems = problems
    }

    /// Throws `.untrusted` where a file that an offer depends on has expired.
    package func requireFresh(_ offer: Offer) throws(MayflyError) {
        do throws(MayflyError) {
            try trusted.requireFresh(for: offer.role)
        } catch {
            throw error.named(address)
        }
    }

    /// The latest version of each extension that runs on this machine, promoted ones first, the others by name.
    ///
    /// Where no version of an extension runs here, its latest one is listed.
    package var latest: [Offer] {
        var best: [ExtensionID: Offer] = [:]
        for offer in offers {
            guard let other = best[offer.id] else {
                best[offer.id] = offer
                continue
            }
            if (offer.runsHere ? 1 : 0, offer.version) > (other.runsHere ? 1 : 0, other.version) {
                best[offer.id] = offer
            }
        }
        let first = promoted.compactMap { best.removeValue(forKey: $0) }
        return first + best.values.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}

extension Offer {
    /// Whether the extension can be launched on this machine.
    package var runsHere: Bool { kind == .stickerPack || platforms.contains { $0.hasSameBytes(as: Platform.current) } }

    /// Whether all words are in its id, name, summary or publisher, in any case.
    package func matches(_ words: [String]) -> Bool {
        let text = [id.rawValue, name, summary, publisher].joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}

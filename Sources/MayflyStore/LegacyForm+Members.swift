internal import MayflyLinux
internal import MayflyModel

extension LegacyForm {
    /// The form with the names that the members of a conversation have on this machine.
    init(members: [DeviceRecord]) {
        let names = Dictionary(members.map { ($0.id.owner, $0.name) }) { first, _ in first }
        self.init(name: { names[$0] ?? "unknown" }, partID: Self.partID)
    }

    /// A digest of the message's id and the part: the same on every machine and in every delivery.
    private static func partID(of item: ItemID, _ part: LegacyPart) -> ItemID {
        let subject = Array("mayfly legacy part".utf8) + item.value.bytes + [part.rawValue]
        // A digest is always long enough.
        return UUID128(digest: SHA256.hash(subject)).map { ItemID($0) } ?? ItemID()
    }
}

import MayflyModel
import MayflyStore

extension HomeAudit {
    /// How many envelopes wait.
    var waiting: Int { get throws { try store.pendingEnvelopes().count } }

    /// Each send was done whole: it is in the sender's transcript and out of its field, and either every other device has
    /// it, once and in order, or none has it and it waits in the outbox.
    ///
    /// - Parameter isDelivered: nothing may wait any more.
    mutating func checkSends(isDelivered: Bool) throws {
        let pending = try store.pendingEnvelopes()
        if isDelivered, !pending.isEmpty { complain("\(pending.count) envelopes still wait after the next start") }
        var sent: [ItemID: DeviceID] = [:]
        for device in devices {
            for case .sent(let items) in logs[device.id] ?? [] {
                for item in items where sent.updateValue(device.id, forKey: item.id) != nil {
                    complain("\(device.name): item \(item.id) was sent twice")
                }
                checkSender(items, device)
                checkReceivers(items, device, waits: pending.contains { Self.carries($0, items, from: device) })
            }
        }
        for device in devices { checkArrivals(device, sent) }
        for envelope in pending where !envelope.items.allSatisfy({ sent[$0.id] == envelope.sender }) {
            complain("envelope \(envelope.id) waits and was never sent")
        }
    }

    private static func carries(_ envelope: Envelope, _ items: [Item], from device: DeviceRecord) -> Bool {
        envelope.sender == device.id && envelope.items.map(\.id) == items.map(\.id)
    }

    private mutating func checkSender(_ items: [Item], _ device: DeviceRecord) {
        guard let fold = folds[device.id] else { return }
        let staged = Set(fold.draft.itemsToSend.map(\.id))
        for item in items {
            if staged.contains(item.id) { complain("\(device.name): item \(item.id) is sent and still in the field") }
            if fold.transcript.row(of: item.id) == nil { complain("\(device.name): item \(item.id) is in no row") }
        }
    }

    private mutating func checkReceivers(_ items: [Item], _ sender: DeviceRecord, waits: Bool) {
        let ids = items.map(\.id)
        let answers = (logs[sender.id] ?? []).count { $0 == .delivered(ids) }
        if answers != (waits ? 0 : 1) { complain("\(sender.name): \(answers) answers to a send that waits: \(waits)") }
        for device in devices where device != sender {
            let arrived = (logs[device.id] ?? []).compactMap { event -> ItemID? in
                guard case .received(let item) = event, ids.contains(item.id) else { return nil }
                return item.id
            }
            guard arrived != (waits ? [] : ids) else { continue }
            complain("\(device.name): has \(arrived.count) of \(ids.count) items of a send that waits: \(waits)")
        }
    }

    /// What arrived was sent by another, and came once.
    private mutating func checkArrivals(_ device: DeviceRecord, _ sent: [ItemID: DeviceID]) {
        var seen: Set<ItemID> = []
        for case .received(let item) in logs[device.id] ?? [] {
            if !seen.insert(item.id).inserted { complain("\(device.name): item \(item.id) arrived twice") }
            if sent[item.id] == nil || sent[item.id] == device.id { complain("\(device.name): nobody sent \(item.id)") }
        }
    }
}

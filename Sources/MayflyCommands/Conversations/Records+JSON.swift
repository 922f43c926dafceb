internal import MayflyModel
internal import MayflyStore

extension JSONValue {
    init(_ device: DeviceRecord) {
        self = .object([
            "name": .text(device.name), "id": .text(device.id.description), "profile": .text(device.profile.rawValue),
        ])
    }

    init(_ conversation: ConversationRecord, members: [DeviceRecord]) {
        self = .object([
            "name": .text(conversation.name), "id": .text(conversation.id.description),
            "members": .texts(members.map(\.name)),
        ])
    }

    /// The last row has no number: how many there are is not counted for a list.
    init(_ overview: ConversationOverview, _ names: Names) {
        let head = JSONValue(overview.conversation, members: overview.members)
        self = head.adding([
            Member("newest", overview.newest.map { JSONValue($0, number: nil, names) } ?? .null),
            Member("draft", .boolean(overview.hasDraft)),
        ])
    }
}

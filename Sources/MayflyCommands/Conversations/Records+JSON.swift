package import MayflyHost
package import MayflyModel

extension JSONValue {
    package init(_ device: DeviceRecord) {
        self = .object(["name": .text(device.name), "id": .text(device.id.description)])
    }

    package init(_ conversation: ConversationRecord, members: [DeviceRecord]) {
        self = .object([
            "name": .text(conversation.name), "id": .text(conversation.id.description),
            "members": .texts(members.map(\.name)),
        ])
    }
}

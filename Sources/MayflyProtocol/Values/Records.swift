internal import MayflyModel
package import MayflyStore

extension Shapes {
    /// A device of a person.
    package static let device = Shape<DeviceRecord>.object(
        "Device",
        "A device of a person on this machine.",
        [
            Field("name", .text, "Its name.") { $0.name },
            Field("id", .description, "Its id.") { $0.id },
            Field("profile", Shape<String>.text, "What it can do: full, desktop, watch or legacy.") {
                $0.profile.rawValue
            },
            Field("person", .text, "The name of its person: that of the person's first device.") { $0.ownerName },
        ]
    )

    private static let conversationFields: [Field<(conversation: ConversationRecord, members: [DeviceRecord])>] = [
        Field("name", .text, "Its name.") { $0.conversation.name },
        Field("id", .description, "Its id.") { $0.conversation.id },
        Field("members", Shape<String>.text.list, "The names of its people.") { $0.members.ownerNames },
    ]

    /// A conversation with its members.
    package static let conversation = Shape<(conversation: ConversationRecord, members: [DeviceRecord])>.object(
        "Conversation",
        "A conversation with its members.",
        conversationFields
    )

    /// A conversation in a list.
    package static let overview = Shape<ConversationOverview>.object(
        "ConversationOverview",
        "A conversation in a list.",
        conversationFields.map { $0.of { ($0.conversation, $0.members) } } + [
            // How many there are is not counted for a list.
            Field("newest", row.forList.nullable, "The last row of its transcript, without its number.") { overview in
                overview.newest.map { (number: nil, entry: $0, time: overview.newestTime) }
            },
            Field(
                "unseen",
                .integer,
                "How many rows of others the device has not shown yet, at most \(ConversationOverview.mostUnseen): see 'transcript.seen'."
            ) { $0.unseen },
            Field("draft", .flag, "Whether its input field has content.") { $0.hasDraft },
        ]
    )
}

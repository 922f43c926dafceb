internal import MayflyModel
package import MayflyStore

extension Shapes {
    /// A message that a person wants to continue with on another device.
    package static let handOff = Shape<HandOff>.object(
        "HandOff",
        "A message that a person wants to continue with on another device.",
        handOffFields
    )

    static let handOffFields: [Field<HandOff>] = [
        Field("id", .description, "Its id, for 'window.takeHandOff'.") { $0.id },
        Field(
            "state",
            .choice(["offered", "taken", "withdrawn"]),
            "Whether it can be taken, was taken, or can be taken no more."
        ) {
            switch $0.state {
            case .offered: "offered"
            case .taken: "taken"
            case .withdrawn: "withdrawn"
            }
        },
        Field("from", .text, "The name of the device that has offered it.") { $0.source.name },
        Field("conversation", .text, "The name of the conversation of the message.") { $0.conversation.name },
        Field("item", .description, "The id of the message.") { $0.item },
        .sometimes("by", .text, "The name of the device that has taken it.") {
            if case .taken(let device) = $0.state { device.name } else { nil }
        },
    ]
}

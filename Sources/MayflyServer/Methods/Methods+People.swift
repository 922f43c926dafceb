internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyStore

extension Methods {
    static let people: [Method] = [
        .query(
            "devices.list",
            "The devices of people on this machine.",
            Method.skip,
            result: Results.part("devices", "Devices", Shapes.device, "The devices.")
        ) { client, skipped in
            _ = try await client.readNames()
            return PartOfList(try client.host.devices(), skipping: skipped)
        },
        .query(
            "devices.create",
            "Makes a device: the first of a new person of its name, or one more of a person.",
            Parameter<String>.name("name", "The name of the device."),
            Parameter<DeviceProfile>.choice(
                "profile",
                "What the device can do.",
                ["full": .full, "desktop": .desktop, "watch": .watch, "legacy": .legacy]
            ).or(.full),
            Parameter<String>.name("of", "The name of the person whose device it is; without it, a new person is made.")
                .optional,
            result: Shapes.device
        ) { client, name, profile, owner in
            let device = try client.host.createDevice(name, profile: profile, of: owner)
            _ = try? await client.readNames()
            return device
        },
        .query(
            "stickers.recent",
            "The stickers that the person of a device used last, on whatever device, the newest first.",
            Parameter<String>.name("device", "The name of the device."),
            Method.skip,
            result: Results.part("stickers", "RecentStickers", Shapes.recentSticker, "The stickers.")
        ) { client, device, skipped in
            PartOfList(try client.host.recents(of: device), skipping: skipped)
        },
        .query(
            "handOffs.list",
            "The messages that a device may take from other devices of its person, the oldest first.",
            Parameter<String>.name("device", "The name of the device."),
            Method.skip,
            result: Results.part("handOffs", "HandOffs", Shapes.handOff, "The hand-offs.")
        ) { client, device, skipped in
            PartOfList(try client.host.handOffs(of: device), skipping: skipped)
        },
        .query(
            "conversations.list",
            "All conversations; with a device, only those of the device, the last active first.",
            Parameter<String>.name("device", "The name of a device.").optional,
            Method.skip,
            result: Results.part("conversations", "Conversations", Shapes.overview, "The conversations.")
        ) { client, device, skipped in
            _ = try await client.readNames()
            return PartOfList(try client.host.overviews(as: device), skipping: skipped)
        },
        .wait(
            "conversations.next",
            "Waits until conversations or input fields may have changed, by any program: the list of conversations is read again then. "
                + "Changes are counted from the first such request on, and those that come together count as one.",
            change,
            wait,
            result: Results.change
        ) { client, number, limit in
            await client.nextChange(after: number, within: .milliseconds(limit))
        },
        .query(
            "conversations.create",
            "Makes a conversation of two or more people, with all their devices.",
            Parameter<String>.name("name", "The name of the conversation."),
            Parameter<[String]>.names("devices", most: ExtensionHost.mostMembers, "The names of its people."),
            result: Shapes.conversation
        ) { client, name, devices in
            let conversation = try client.host.createConversation(name, with: devices)
            return (conversation, try client.host.members(of: conversation))
        },
    ]

    private static let change = Parameter<Int>.integer(
        "after",
        0...Int(Int32.max),
        "The number that the client was answered last; 0 at the beginning."
    ).or(0)
}

internal import Foundation
internal import MayflyBundles
internal import MayflyDistribution
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC
internal import MayflyRepository

extension Methods {
    static let stores: [Method] = [
        .wait(
            "stores.list",
            "The stores that were added, as they are known without a network.",
            result: Results.list("stores", "Stores", StoreShapes.store, "The stores.")
        ) { client in
            try await client.stores.all()
        },
        .wait(
            "stores.introduce",
            "Fetches the root of a store that is not added, so that the person can compare its fingerprint.",
            address,
            result: StoreShapes.introduction
        ) { client, address in
            let address = try StoreAddress(address)
            return try await client.stores.change(at: address) { stores, stop in
                try stores.introduce(address, unless: { stop.isSet })
            }
        },
        .wait(
            "stores.add",
            "Adds a store whose root has this fingerprint, which the person trusts.",
            address,
            Parameter<String>.name("fingerprint", "The SHA-256 of its root, as 'stores.introduce' told it."),
            result: StoreShapes.added
        ) { client, address, fingerprint in
            let address = try StoreAddress(address)
            return try await client.stores.change(at: address) { stores, stop in
                let introduction = try stores.introduce(address, unless: { stop.isSet })
                guard introduction.fingerprint == fingerprint else {
                    throw MayflyError(
                        .untrusted,
                        "\(address.text): its root has the fingerprint \(introduction.fingerprint), and not the one that was given"
                    )
                }
                return try stores.add(introduction, unless: { stop.isSet })
            }
        },
        .wait(
            "stores.remove",
            "Removes a store. What was installed from it stays, and gets no updates.",
            address,
            result: Results.done
        ) { client, address in
            let address = try StoreAddress(address)
            try await client.stores.change { stores, stop in try stores.remove(address, unless: { stop.isSet }) }
        },
        .wait(
            "stores.update",
            "Fetches what is new in a store.",
            address,
            result: StoreShapes.added
        ) { client, address in
            let address = try StoreAddress(address)
            return try await client.stores.change(at: address) { stores, stop in
                try stores.update(address, unless: { stop.isSet })
            }
        },
        .wait(
            "stores.extensions",
            "What the stores offer: the latest version of each extension, promoted ones first.",
            Parameter<String>.name("words", "Only those that have all of these words; all of them without it.").or(""),
            Method.skip,
            result: Results.part("extensions", "Offers", StoreShapes.listed, "The extensions.")
        ) { client, words, skipped in
            PartOfList(try await client.stores.offers(words.split(separator: " ").map(String.init)), skipping: skipped)
        },
        .wait(
            "stores.show",
            "All that the stores say of an extension.",
            id,
            result: Results.list(
                "offers",
                "StoreEntry",
                StoreShapes.offer,
                "Its latest version in each store that has it."
            )
        ) { client, id in
            try await client.stores.offers([]).filter { $0.offer.id == id }
        },
        .wait(
            "stores.picture",
            "A piece of the icon or of a screenshot of an offer, as a JPEG or PNG: it was decoded in a process of its own.",
            address,
            Parameter<String>.name("picture", "The picture, as the offer names it."),
            Parameter<Int>.offset,
            Parameter<Int>.pieceLength,
            result: Results.bytes
        ) { client, address, name, offset, length in
            let bytes = try await client.stores.picture(name, of: StoreAddress(address))
            return Piece(try await client.host.shownPicture(bytes), from: offset, most: length)
        },
        .wait(
            "stores.install",
            "Installs the latest version of an extension from a store, or a newer one in place of the installed one.",
            address,
            id,
            Parameter<[String]>.names(
                "permissions",
                most: 64,
                "The names of what it may ask for, which the person has seen."
            ),
            Parameter<String>.name(
                "app",
                "The address of the app that it brings, which the person has seen; without it, none was shown.",
                longest: 2048
            ).or(""),
            result: StoreShapes.installed
        ) { client, address, id, permissions, app in
            let bundle = try await client.stores.install(
                id,
                from: StoreAddress(address),
                accepted: permissions,
                app: app
            )
            _ = try? await client.readNames()
            return bundle
        },
        .wait(
            "stores.progress",
            "How much of an extension that is being installed was fetched, once it is more than the client knows.",
            id,
            Parameter<Int>.integer("after", 0...Int(Int32.max), "How many bytes the client knows of; 0 at first."),
            result: StoreShapes.progress
        ) { client, id, after in
            await client.stores.progress(of: id, after: after)
        },
        .query(
            "stores.cancel",
            "Ends what requests of this connection have begun to fetch from a store. Their answer is an error, and nothing half is left; where it was done already, their answer says so.",
            address,
            Parameter<String>.name(
                "extension",
                "The extension whose 'stores.install' is ended; without it, 'stores.introduce', 'stores.add' and 'stores.update' of the store are."
            ).optional,
            result: Results.done
        ) { client, address, text in
            let id = try text.map { text throws(RPCError) in
                guard let id = ExtensionID(rawValue: text) else {
                    throw .wrongParameter("extension", "must be the id of an extension: \(ExtensionID.rule)")
                }
                return id
            }
            client.stores.cancel(id, from: try StoreAddress(address))
        },
        .wait(
            "stores.rollback",
            "Makes the version before the installed one the installed one.",
            id,
            result: StoreShapes.installed
        ) { client, id in
            try await client.stores.rollBack(id)
        },
    ]

    private static let address = Parameter<String>.path("store", "The address of the store.")
}

/// How stores and what they offer are written.
enum StoreShapes {
    typealias Entry = StoreWork.Entry

    static let store = Shape<(address: StoreAddress, store: Result<AddedStore, MayflyError>)>.object(
        "Store",
        "A store that was added.",
        [
            Field("address", .text, "Where it is.") { $0.address.text },
            Field("name", .text, "Its name; its address where it cannot be read.") {
                (try? $0.store.get())?.name ?? $0.address.text
            },
            Field("extensions", .integer, "How many extensions it offers.") {
                (try? $0.store.get())?.latest.count ?? 0
            },
            Field("problems", Shape<String>.text.list, "What is wrong with it, a sentence each.") { known in
                switch known.store {
                case .success(let store): Array(store.problems.prefix(20))
                case .failure(let error): [error.message]
                }
            },
        ]
    )

    static let added = Shape<AddedStore>.object(
        "AddedStore",
        "A store with what is new in it.",
        [
            Field("address", .text, "Where it is.") { $0.address.text },
            Field("name", .text, "Its name.") { $0.name },
            Field("extensions", .integer, "How many extensions it offers.") { $0.latest.count },
            Field("problems", Shape<String>.text.list, "What is wrong with it, a sentence each.") {
                Array($0.problems.prefix(20))
            },
        ]
    )

    static let introduction = Shape<Stores.Introduction>.object(
        "Introduction",
        "A store that is not added yet.",
        [
            Field("address", .text, "Where it is.") { $0.address.text },
            Field("fingerprint", .text, "The SHA-256 of its root.") { $0.fingerprint },
        ]
    )

    private static let permission = Shape<Manifest.Permission>.object(
        "OfferedPermission",
        "What an extension may ask for.",
        [
            Field("name", .text, "Its name.") { $0.name },
            Field("reason", .text, "The reason in the words of the extension.") { $0.reason },
        ]
    )

    private static let screenshot = Shape<Offer.Screenshot>.object(
        "Screenshot",
        "A picture of an extension.",
        [
            Field("picture", .text, "Its name for 'stores.picture'.") { $0.file.sha256.hexadecimal },
            Field("text", .text, "What it shows, in words.") { $0.text },
        ]
    )

    private static let basics: [Field<Entry>] = [
        Field("id", .text, "Its id.") { $0.offer.id.rawValue },
        Field("store", .text, "The address of its store.") { $0.store.address.text },
        Field("store_name", .text, "The name of its store.") { $0.store.name },
        Field("name", .text, "Its name.") { $0.offer.name },
        Field("kind", .text, "Of what kind it is: an app or a sticker pack.") { $0.offer.kind.rawValue },
        Field("version", .description, "Its version.") { $0.offer.version },
        Field("summary", .text, "One line about it; may be empty.") { $0.offer.summary },
        Field("publisher", .text, "The name of its publisher.") { $0.offer.publisher },
        .sometimes("app", Shapes.containingApp, "The app of the publisher that it belongs to.") { $0.offer.app },
        Field("icon", .text, "Its icon, for 'stores.picture'.") { $0.offer.icon.sha256.hexadecimal },
        Field("promoted", .flag, "Whether its store shows it first.") { $0.store.promoted.contains($0.offer.id) },
        Field("runs", .flag, "Whether it runs on this machine.") { $0.offer.runsHere },
        Field("installed", Shape<String>.text.nullable, "The installed version; null without one.") {
            $0.installed?.description
        },
        Field("update", .flag, "Whether it is newer than the installed version, which came from this store.") {
            $0.isUpdate
        },
        Field("size", .integer, "How many bytes are fetched.") { $0.offer.archive.length },
    ]

    static let listed = Shape<Entry>.object("Offer", "An extension that a store offers.", basics)

    static let offer = Shape<Entry>.object(
        "OfferDetails",
        "All that a store says of an extension.",
        basics + [
            Field("description", .text, "Some paragraphs; may be empty.") { $0.offer.details },
            Field("changes", .text, "What is new in this version; may be empty.") { $0.offer.changes },
            Field("built", .text, "The day on which it was built.") { $0.offer.built },
            Field("unpacked", .integer, "How many bytes it has when it is installed.") { $0.offer.unpackedSize },
            Field(
                "platforms",
                Shape<String>.text.list,
                "The systems that it runs on; none for stickers, which run on all."
            ) {
                $0.offer.platforms
            },
            Field("permissions", permission.list, "What it may ask for.") { $0.offer.permissions },
            Field("screenshots", screenshot.list, "Pictures of it.") { $0.offer.screenshots },
        ]
    )

    static let installed = Shape<ExtensionBundle>.object(
        "InstalledVersion",
        "The extension that is installed now.",
        [
            Field("extension", .text, "Its id.") { $0.id.rawValue },
            Field("version", .description, "Its version.") { $0.manifest.version },
        ]
    )

    static let progress = Shape<(received: Int, size: Int)>.object(
        "Progress",
        "How much of an extension was fetched.",
        [
            Field("received", .integer, "So many bytes.") { $0.received },
            Field("size", .integer, "Of so many; 0 where it is not being installed.") { $0.size },
        ]
    )
}

internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC

extension Methods {
    static let extensions: [Method] = [
        .query(
            "extensions.list",
            "The bundles of the search path.",
            Method.skip,
            result: Results.part("extensions", "Extensions", Shapes.catalogEntry, "The bundles.")
        ) { client, skipped in
            let catalog = try await client.readNames()
            let disabled = try DisabledExtensions(client.host.store)
            return PartOfList(catalog.entries.map { (entry: $0, disabled: disabled) }, skipping: skipped)
        },
        .query(
            "extensions.drawer",
            "The extensions that a device can open, in the order in which a swipe goes through them.",
            Parameter<String>.name("device", "The name of the device."),
            Method.skip,
            result: Results.part("extensions", "Drawer", drawerEntry, "The extensions.")
        ) { client, device, skipped in
            let languages = client.languages
            return try await drawing.run { _ in
                PartOfList(try client.host.drawer(of: device, in: languages), skipping: skipped)
            }
        },
        .query(
            "extensions.setFavourites",
            "Replaces the favourites in the drawer of a device.",
            Parameter<String>.name("device", "The name of the device."),
            Parameter<[String]>.names(
                "extensions",
                most: ExtensionHost.mostFavourites,
                "The ids of the extensions, in the person's order."
            ),
            result: Results.done
        ) { client, device, ids in
            let favourites = try ids.map { name in
                guard let id = ExtensionID(rawValue: name) else {
                    throw RPCError.wrongParameter(
                        "extensions",
                        "must be ids of extensions, not '\(SafeText.line(name, limit: 80))'"
                    )
                }
                return id
            }
            try await drawing.run { _ in try client.host.setFavourites(favourites, of: device) }
        },
        .wait(
            "extensions.icon",
            "A piece of the icon of an extension, as a JPEG or PNG: it was decoded in a process of its own.",
            id,
            Parameter<Int>.offset,
            Parameter<Int>.pieceLength,
            result: Results.bytes
        ) { client, id, offset, length in
            let bundle = try await client.host.readCatalog().find(id.rawValue)
            return Piece(try await client.host.shownIcon(of: bundle), from: offset, most: length)
        },
        .query(
            "extensions.install",
            "Copies a bundle into the home folder.",
            Parameter<String>.path("path", "The absolute path of the bundle."),
            result: Results.extensionID
        ) { client, path in
            let bundle = try client.files.path(of: path)
            defer { client.files.take(path) }
            let id = try await installing.run { stop in
                try client.host.install(bundleAt: bundle, unless: { stop.isSet }).id
            }
            _ = try? await client.readNames()
            return id
        },
        .query(
            "extensions.uninstall",
            "Removes a bundle that was installed, with all that it has kept.",
            id,
            result: Results.done
        ) { client, id in
            try await installing.run { stop in try client.host.uninstall(id, unless: { stop.isSet }) }
        },
        .query(
            "extensions.setEnabled",
            "Switches an extension on or off, on a device or on all.",
            id,
            Parameter<Bool>.flag("enabled", "Whether it may be opened."),
            Parameter<String>.name("device", "The name of the device; without it, all devices.").optional,
            result: Results.done
        ) { client, id, isEnabled, device in
            try client.host.setEnabled(isEnabled, id, on: device)
        },
        .query(
            "extensions.reset",
            "Forgets the failures of an extension: one that rests may be opened again.",
            id,
            result: Results.reset
        ) { client, id in
            try client.host.reset(id)
        },
    ]

    private static let drawerEntry = Shape<DrawerEntry>.object(
        "DrawerEntry",
        "What the app drawer of a device shows of an extension.",
        [
            Field("id", .text, "Its id, for 'window.openExtension'.") { $0.bundle.id.rawValue },
            Field("name", .text, "Its name, in one line.") { $0.name },
            Field("settings", .integer, "How many settings it has.") { $0.bundle.manifest.settings.count },
            Field("kind", .text, "Of what kind it is: an app or a sticker pack.") { $0.bundle.manifest.kind.rawValue },
            Field("icon", .text, "The path of its icon; empty where a library carries it: see 'extensions.icon'.") {
                $0.bundle.iconPath ?? ""
            },
            .sometimes("app", Shapes.containingApp, "The app that it belongs to.") { $0.bundle.manifest.app },
            .sometimes("favourite", .integer, "Its place among the favourites, from 1.") { $0.favourite },
            .sometimes("recent", .integer, "Its place among those used or installed last, from 1 for the newest.") {
                $0.recent
            },
        ]
    )

    /// Files are copied and removed, and locks waited for, where nothing else waits for it.
    private static let installing = WorkThread()
    /// The folders of the search path and the icons in them are read there.
    private static let drawing = WorkThread()

    /// An extension, which need not be installed.
    static let id = Parameter<ExtensionID>.named("extension", "the id of an extension", "The id of the extension.") {
        ExtensionID(rawValue: $0)
    }
}

extension Results {
    fileprivate static let extensionID = Shape<ExtensionID>.object(
        "Installed",
        "The extension that was installed.",
        [Field("extension", .text, "Its id.") { $0.rawValue }]
    )

    fileprivate static let reset = Shape<Bool>.object(
        "Reset",
        "Whether there was anything to forget.",
        [Field("reset", .flag, "Whether it had failures.") { $0 }]
    )
}

internal import MayflyABI
internal import MayflyBundles
internal import MayflyModel

extension Check {
    static let manifestChecks =
        [
            Check(
                "manifest-readable",
                level: 1,
                .manifest,
                needs: ["bundle-folder"],
                what: "The bundle has a manifest.json, which is an object of JSON of 64 KiB or less.",
                why: "Without it the extension cannot be listed or opened.",
                mending: "Write the file as Documentation/plugin-authors.md describes; 'mayfly new' writes one."
            ) { examined in examined.facts.manifestProblem.map { .failed([$0.message]) } ?? .passed },
            key(
                "id",
                "is the id of an extension: a reverse-DNS name in small letters",
                "The id is how hosts and messages know the extension.",
                "Take a domain of yours, turned round, with a name behind it: org.example.poll."
            ),
            key(
                "name",
                "is one line of 1 to 80 characters that a person can see",
                "The name stands in the drawer and on all that the extension sends.",
                "Give it a short name without control characters."
            ),
            key(
                "version",
                "is a semantic version",
                "Stores and hosts know by it what is newer; a person gets no update otherwise.",
                "Write three numbers with dots, such as 1.0.0."
            ),
            key(
                "kind",
                "is app or sticker-pack",
                "Hosts do not open another kind.",
                "Write \"app\" for one with a library."
            ),
            key(
                "abi",
                "has the oldest and the newest version of the interface that the extension speaks",
                "Hosts open only an extension that speaks their version.",
                "Write \"abi\": {\"min\": \"1.0\", \"max\": \"1.0\"}.",
                kind: .app
            ),
            key(
                "libraries",
                "names a library in the bundle for each platform",
                "On a machine without one the extension cannot be opened.",
                "Write paths in the bundle, such as \"linux-x86_64\": \"lib/linux-x86_64/poll.so\".",
                kind: .app
            ),
            key(
                "stickers",
                "names the folder of the catalogue, and there are no libraries",
                "Without it the pack shows nothing.",
                "Write the path of the .xcstickers folder, and remove \"libraries\".",
                kind: .stickerPack
            ),
            key(
                "icon",
                "is the path of a file in the bundle",
                "The icon stands for the extension in the drawer and beside messages.",
                "Write a path that stays in the bundle, such as icon.png."
            ),
            key(
                "summary",
                "is one line of 300 characters or less",
                "Stores and the drawer show it as one line.",
                "Say in one line what the extension is for."
            ),
            key(
                "app",
                "has a name and an https address",
                "It opens the place on the web that the extension belongs to.",
                "Write the address with https:// and the name of a host, or remove the key."
            ),
            key(
                "contexts",
                "names at least one of messages and media",
                "An extension without one is offered nowhere.",
                "Write [\"messages\"], or remove the key."
            ),
            key(
                "permissions",
                "asks for each permission once, with a reason in one line",
                "A person reads the reason before they agree.",
                "Write an object with \"name\" and \"reason\" for each permission."
            ),
            key(
                "limits",
                "has limits that hosts know, as whole numbers",
                "A limit with a misspelt name would never hold.",
                "Use the names and units that the message lists."
            ),
            key(
                "settings",
                "has settings that keep the rules of their kinds",
                "A person could not change them otherwise.",
                "Mend the setting that the message names."
            ),
            key(
                "localizations",
                "has tags of languages, each once, with texts that keep the rules of what they translate",
                "People read the texts in their language.",
                "Mend the text that the message names."
            ),
            Check(
                "manifest-unknown-keys",
                level: 3,
                .manifest,
                needs: ["manifest-readable"],
                what: "The manifest has only keys, contexts and permissions that this host knows.",
                why: "A misspelt key has no effect, and a permission that is not known is never granted.",
                mending: "Compare the key with Documentation/plugin-authors.md; a key of a newer version can stay."
            ) { examined in
                guard let manifest = examined.facts.manifest else { return .skipped("the manifest breaks a rule") }
                return .advice(manifest.warnings)
            },
            Check(
                "manifest-has-summary",
                level: 4,
                .manifest,
                needs: ["manifest-readable"],
                what: "The manifest has a summary.",
                why: "Without it a person sees only a name, and cannot tell what the extension is for.",
                mending: "Add \"summary\" with one line about what a person can do with it."
            ) { examined in
                guard let manifest = examined.facts.manifest else { return .skipped("the manifest breaks a rule") }
                return manifest.summary == nil ? .warning(["manifest.json: there is no 'summary'"]) : .passed
            },
            Check(
                "manifest-speaks-version",
                level: 1,
                .manifest,
                kind: .app,
                needs: ["manifest-readable", "manifest-abi"],
                what: "The versions of the interface in the manifest include one of this host.",
                why: "A host does not open an extension that speaks no version of its own.",
                mending: "Put the version of the headers that you build with into \"abi\"."
            ) { examined in
                guard let range = examined.facts.manifest?.abi else { return .skipped("the manifest breaks a rule") }
                let (oldest, newest) = (version(Table.oldestVersion), version(Table.newestVersion))
                guard range.max < oldest || range.min > newest else { return .passed }
                let host = oldest == newest ? "\(oldest)" : "\(oldest) to \(newest)"
                return .failed(["manifest.json: 'abi' is \(range); this host speaks \(host)"])
            },
            Check(
                "icon-picture",
                level: 1,
                .manifest,
                needs: ["manifest-readable", "manifest-icon"],
                what: "The icon is a PNG, GIF or JPEG of 1 MiB or less, complete and undamaged.",
                why: "A bundle without an icon is not opened.",
                mending: "Save the picture again as PNG, and put it where the manifest says."
            ) { examined in
                switch examined.facts.icon {
                case .success: .passed
                case .failure(let error): .failed([error.message])
                case nil: .skipped("the manifest breaks a rule")
                }
            },
            Check(
                "icon-size",
                level: 4,
                .manifest,
                needs: ["icon-picture"],
                what: "The icon has sides of 64 to 1,024 pixels, and is no animation.",
                why: "A smaller one is blurred in a drawer, and a larger one costs every list of extensions.",
                mending: "Draw it with 256 x 192 pixels, as the samples have."
            ) { examined in
                guard case .success(let icon) = examined.facts.icon else { return .skipped("there is no icon") }
                var found: [String] = []
                if !(64...1024).contains(icon.size.width) || !(64...1024).contains(icon.size.height) {
                    found.append("the icon has \(icon.size.width) x \(icon.size.height) pixels")
                }
                if icon.isAnimated { found.append("the icon has \(icon.frames) frames") }
                return .advice(found)
            },
        ]

    /// The check of one key of the manifest.
    private static func key(
        _ key: String,
        _ what: String,
        _ why: String,
        _ mending: String,
        kind: Manifest.Kind? = nil
    ) -> Check {
        Check(
            "manifest-\(key)",
            level: 1,
            .manifest,
            kind: kind,
            needs: ["manifest-readable"],
            what: "The manifest's '\(key)' \(what).",
            why: why,
            mending: mending
        ) { examined in
            .problems(examined.facts.keyProblems.filter { $0.key == key }.map(\.error.message))
        }
    }

    private static func version(_ number: UInt32) -> Manifest.ABIVersion {
        Manifest.ABIVersion(major: UInt16(number >> 16), minor: UInt16(number & 0xFFFF))
    }
}

package import MayflyBundles
internal import MayflyModel

extension Shapes {
    /// An entry of the catalogue, with the devices on which extensions are disabled.
    package static let catalogEntry = Shape<(entry: CatalogEntry, disabled: DisabledExtensions)>.variants(
        "CatalogEntry",
        "A bundle of the search path.",
        by: "state",
        [
            Variant("ready", "An extension that can be opened.", readyFields + tail { $0.entry }) {
                if case .ready(let bundle) = $0.entry.state { (bundle, $0.disabled, $0.entry) } else { nil }
            },
            Variant(
                "shadowed",
                "An extension whose id another one has that comes before it.",
                readyFields.map { $0.of { $0.ready } } + [
                    Field("shadowed_by", .text, "The folder of the other one.") { (shadowed: Shadowed) in shadowed.owner
                    }
                ] + tail { $0.ready.entry }
            ) {
                guard case .shadowed(let bundle, let owner) = $0.entry.state else { return nil }
                return ((bundle, $0.disabled, $0.entry), owner)
            },
            Variant(
                "broken",
                "A bundle that cannot be used.",
                [
                    Field("id", Shape<String>.text.nullable, "Its id, where it is known.") { (broken: Broken) in
                        broken.entry.id?.rawValue
                    },
                    Field("code", .text, "Of what kind the mistake is.") { $0.error.code.description },
                    Field("reason", .text, "The mistake.") { $0.error.message },
                ] + tail { $0.entry }
            ) {
                if case .broken(let error) = $0.entry.state { (error, $0.entry) } else { nil }
            },
        ]
    )

    /// The app that an extension belongs to.
    package static let containingApp = Shape<Manifest.ContainingApp>.object(
        "ContainingApp",
        "The app of its publisher that an extension belongs to: a place on the web. Ask the person before it is opened.",
        [
            Field("name", .text, "Its name.") { $0.name },
            Field("url", .text, "Its address, which begins with https://.") { $0.url },
        ]
    )

    private typealias Ready = (bundle: ExtensionBundle, disabled: DisabledExtensions, entry: CatalogEntry)
    private typealias Shadowed = (ready: Ready, owner: String)
    private typealias Broken = (error: MayflyError, entry: CatalogEntry)

    private static let readyFields: [Field<Ready>] = [
        Field("id", .text, "Its id.") { $0.bundle.id.rawValue },
        Field("name", .text, "Its name.") { $0.bundle.manifest.name },
        Field("version", .description, "Its version.") { $0.bundle.manifest.version },
        Field("kind", .text, "Of what kind it is: an app or a sticker pack.") { $0.bundle.manifest.kind.rawValue },
        Field("icon", .text, "The path of its icon; empty where a library carries it: see 'extensions.icon'.") {
            $0.bundle.iconPath ?? ""
        },
        .sometimes("app", containingApp, "The app that it belongs to.") { $0.bundle.manifest.app },
        Field("disabled_on", Shape<String>.text.list, "The devices on which it is disabled.") {
            $0.disabled.devices(of: $0.bundle.id)
        },
    ]

    private static func tail<Root>(_ entry: @escaping @Sendable (Root) -> CatalogEntry) -> [Field<Root>] {
        [
            Field("path", .text, "Its folder.") { entry($0).path },
            Field("warnings", Shape<String>.text.list, "What its author should know.") { entry($0).allWarnings },
        ]
    }
}

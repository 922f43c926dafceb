package import MayflyBundles
package import MayflyModel

extension JSONValue {
    /// A line of `mayfly list --json`.
    package init(_ entry: CatalogEntry, _ disabled: DisabledExtensions = DisabledExtensions()) {
        var members: [Member] = [Member("id", .optional(entry.id?.rawValue))]
        switch entry.state {
        case .ready(let bundle):
            members += Self.facts(bundle.manifest, disabled) + [Member("state", .text("ready"))]
        case .shadowed(let bundle, let owner):
            members += Self.facts(bundle.manifest, disabled)
            members += [Member("state", .text("shadowed")), Member("shadowed_by", .text(owner))]
        case .broken(let error):
            members += [
                Member("state", .text("broken")), Member("code", .text(error.code.description)),
                Member("reason", .text(error.message)),
            ]
        }
        self = .object(members + [Member("path", .text(entry.path)), Member("warnings", .texts(entry.allWarnings))])
    }

    private static func facts(_ manifest: Manifest, _ disabled: DisabledExtensions) -> [Member] {
        [
            Member("name", .text(manifest.name)), Member("version", .text(manifest.version.description)),
            Member("kind", .text(manifest.kind.rawValue)),
            Member("disabled_on", .texts(disabled.devices(of: manifest.id))),
        ]
    }
}

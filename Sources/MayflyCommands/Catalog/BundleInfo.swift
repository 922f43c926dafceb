package import MayflyBundles
internal import MayflyHost
package import MayflyModel
package import MayflyProtocol
internal import MayflyViews
internal import MayflyWorkers

/// The manifest of a bundle, with the bundles that it shadows.
package struct BundleInfo {
    private let bundle: ExtensionBundle
    /// Folders of bundles with the same id that come later in the search path.
    private let shadowed: [String]
    private let disabled: DisabledExtensions

    package init(bundle: ExtensionBundle, catalog: Catalog, disabled: DisabledExtensions = DisabledExtensions()) {
        self.bundle = bundle
        self.disabled = disabled
        shadowed = catalog.entries.compactMap { entry in
            guard case .shadowed(let other, _) = entry.state, other.id == bundle.id else { return nil }
            return entry.path
        }
    }

    private var manifest: Manifest { bundle.manifest }

    /// For a person: one line for each name with its value. Further rows of a long value begin below it.
    ///
    /// - Parameter width: that of the terminal; nil elsewhere.
    package func lines(width: Int? = nil) -> [String] {
        var rows: [(String, String?)] = [
            ("name", manifest.name), ("version", manifest.version.description), ("kind", manifest.kind.rawValue),
            ("summary", manifest.summary), ("app", manifest.app.map(ContainingAppText.place)),
            ("state", disabled.text(of: bundle.id)), ("folder", bundle.folder),
            ("interface", manifest.abi?.description),
            ("library", bundle.libraryPath), ("platforms", list(manifest.libraries.keys.sorted())),
            ("stickers", bundle.stickersPath), ("contexts", list(manifest.contexts.map(\.rawValue).sorted())),
        ]
        rows += manifest.permissions.map { ("permission", "\($0.name): \($0.reason)") }
        rows += manifest.settings.map { ("setting", "\($0.key), \($0.kind.name): \($0.title)") }
        rows += limits.map { ("limit", "\($0.rawValue) \($1)") }
        rows.append(("languages", list(manifest.localizations.keys.sorted())))
        rows += shadowed.map { ("shadows", $0) }
        rows += pack
        rows += warnings.map { ("warning", $0) }
        return TerminalLines.hanging([manifest.id.rawValue], to: width)
            + rows.flatMap { name, value -> [String] in
                guard let value else { return [] }
                let prefix = "  \(name)" + String(repeating: " ", count: 12 - name.count)
                let text = SafeText.collapsingBlanks(SafeText.line(value, limit: 500))
                guard let width else { return [prefix + text] }
                return TerminalLines.hanging(prefix, text, indent: prefix.count, width: width)
            }
    }

    private var limits: [(key: Manifest.Limit, value: Int)] {
        manifest.limits.sorted { $0.key.rawValue < $1.key.rawValue }
    }

    /// A limit that is not lower than the host's has no effect and may be a mistake.
    private var warnings: [String] {
        let policy = Policy()
        return bundle.warnings + (bundle.versionProblem.map { [$0] } ?? [])
            + limits.filter { policy[$0] < $1 }.map { limit, value in
                "limit '\(limit.rawValue)' \(value) has no effect: this host gives \(policy[limit])"
            }
    }

    /// The stickers of a pack, and the reasons for those that are left out.
    private var pack: [(String, String?)] {
        guard manifest.kind == .stickerPack else { return [] }
        do {
            let pack = try bundle.stickerPack()
            let stickers = pack.stickers.map { ("sticker", "\($0.label) (\(kind(of: $0)))") }
            return stickers + pack.problems.map { ("problem", $0) } + pack.warnings.map { ("warning", $0) }
        } catch {
            return [("problem", error.message)]
        }
    }

    private func kind(of sticker: PackSticker) -> String {
        guard case .sequence = sticker.kind else { return sticker.type.rawValue }
        return "sequence of \(sticker.files.count)"
    }

    private func list(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: ", ") }

    package var json: JSONValue {
        .object([
            "id": .text(manifest.id.rawValue), "name": .text(manifest.name),
            "version": .text(manifest.version.description), "kind": .text(manifest.kind.rawValue),
            "summary": .optional(manifest.summary), "app": manifest.app?.json ?? .null,
            "disabled_on": .texts(disabled.devices(of: bundle.id)),
            "folder": .text(bundle.folder),
            "icon": .optional(bundle.iconPath), "abi": abi, "library": .optional(bundle.libraryPath),
            "platforms": .texts(manifest.libraries.keys.sorted()), "stickers": .optional(bundle.stickersPath),
            "contexts": .texts(manifest.contexts.map(\.rawValue).sorted()),
            "permissions": .list(
                manifest.permissions.map { .object(["name": .text($0.name), "reason": .text($0.reason)]) }
            ),
            "limits": .object(limits.map { JSONValue.Member($0.rawValue, .number($1)) }),
            "settings": .list(
                manifest.settings.map { .object(["key": .text($0.key), "kind": .text($0.kind.name)]) }
            ),
            "languages": .texts(manifest.localizations.keys.sorted()), "shadows": .texts(shadowed),
            "warnings": .texts(warnings),
        ])
    }

    private var abi: JSONValue {
        guard let range = manifest.abi else { return .null }
        return .object(["min": .text(range.min.description), "max": .text(range.max.description)])
    }
}

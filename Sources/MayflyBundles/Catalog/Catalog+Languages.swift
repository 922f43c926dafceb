public import MayflyModel

extension ExtensionBundle {
    /// The same bundle with the texts of its manifest in the language of a person.
    public func localized(for languages: Languages) -> ExtensionBundle {
        ExtensionBundle(
            folder: folder,
            isLibrary: isLibrary,
            manifest: manifest.localized(for: languages),
            ownWarnings: ownWarnings
        )
    }
}

extension Catalog {
    /// The same catalogue with the texts of all manifests in the language of a person.
    public func localized(for languages: Languages) -> Catalog {
        guard !languages.tags.isEmpty else { return self }
        return mapping { $0.localized(for: languages) }
    }
}

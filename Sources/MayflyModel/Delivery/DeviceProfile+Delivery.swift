extension DeviceProfile {
    /// What a device gets of the items of one envelope, in the order in which they must arrive (model 9.6).
    ///
    /// - Parameter legacy: makes the form for devices that show no interactive messages.
    package func form(of items: [Item], legacy: LegacyForm) -> [Item] {
        showsInteractiveMessages ? items : items.flatMap(legacy.items(for:))
    }
}

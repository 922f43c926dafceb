/// One of the ordinary items that stand for an interactive message on a legacy device. The raw values enter ids: they stay.
package enum LegacyPart: UInt8, Sendable, CaseIterable {
    /// The picture or media file of the layout (C-256).
    case media = 1
    /// The web address (C-257), or what stands for a message with neither (C-259).
    case text = 2
}

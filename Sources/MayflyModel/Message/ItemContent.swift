/// What an item is (C-001).
public enum ItemContent: Sendable, Hashable, Codable {
    case interactive(InteractiveMessage)
    case sticker(Sticker)
    case attachment(Attachment)
    case text(String)
}

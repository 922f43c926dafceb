/// How large the cells of a sticker browser are (C-234).
public enum StickerSize: Int32, Sendable {
    /// 100 points a side.
    case small = 0
    /// 136 points a side.
    case regular = 1
    /// 206 points a side.
    case large = 2
}

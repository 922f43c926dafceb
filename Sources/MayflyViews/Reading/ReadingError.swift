import MayflyModel

/// Why a part of a card, or the whole of it, cannot be read.
enum ReadingError: Error {
    /// This part cannot be used; the rest of the card can. The reason follows "element 'X'" in a note.
    case unusable(String)
    /// A limit is broken: the whole card is refused.
    case refused(MayflyError)
}

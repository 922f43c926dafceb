/// What a person has shown and hidden in a card.
struct CardState: Equatable {
    /// The blocks that an action showed or hid, by the bytes of their ids.
    var visibility: [[UInt8]: Bool] = [:]
    /// The number of the card that is shown of each group of buttons.
    var open: [Int: Int] = [:]

    func isVisible(_ id: String?, otherwise initial: Bool) -> Bool {
        guard let id, !visibility.isEmpty else { return initial }
        return visibility[Array(id.utf8)] ?? initial
    }
}

/// The newest of what was added, oldest first, within a limit for their number and one for their bytes. The newest stays, however large
/// it is.
///
/// What is taken or dropped is freed at once. An `ArraySlice` would keep it until its buffer is replaced.
package struct RecentQueue<Element: Sendable>: Sendable {
    private struct Entry: Sendable {
        let element: Element
        let bytes: Int
    }

    /// A ring: `count` entries from `head` on, and nil in all other places.
    private var ring: [Entry?] = []
    private var head = 0
    private let mostElements: Int
    private let mostBytes: Int

    /// How many elements there are.
    package private(set) var count = 0
    /// The bytes of all elements together, as they were given.
    package private(set) var bytes = 0

    package init(mostElements: Int, mostBytes: Int) {
        (self.mostElements, self.mostBytes) = (max(1, mostElements), mostBytes)
    }

    package var isEmpty: Bool { count == 0 }

    /// The element with that number of older ones before it; nil where there is none.
    package subscript(index: Int) -> Element? {
        guard index >= 0, index < count else { return nil }
        return ring[place(index)]?.element
    }

    /// Adds the newest element, and drops the oldest ones that there is no room for.
    ///
    /// - Returns: how many were dropped.
    package mutating func append(_ element: Element, bytes size: Int) -> Int {
        var dropped = 0
        while count >= mostElements || bytes + size > mostBytes, popFirst() != nil { dropped += 1 }
        if count == ring.count { grow() }
        ring[place(count)] = Entry(element: element, bytes: size)
        count += 1
        bytes += size
        return dropped
    }

    /// Takes the oldest element; nil where there is none.
    package mutating func popFirst() -> Element? {
        guard count > 0, let entry = ring[head].take() else { return nil }
        head = place(1)
        count -= 1
        bytes -= entry.bytes
        return entry.element
    }

    private func place(_ index: Int) -> Int { (head + index) % ring.count }

    private mutating func grow() {
        ring = ring[head...] + ring[..<head] + Array(repeating: nil, count: max(8, ring.count))
        head = 0
    }
}

import MayflyModel
import Testing

@testable import MayflyHost

@Suite struct PendingEventsTests {
    /// However often an extension asks while one callback runs.
    @Test func keepsFewRequestsOfEachKind() {
        var pending = PendingEvents()
        for number in 0..<10_000 {
            pending.append(.requestStyle(number.isMultiple(of: 2) ? .expanded : .compact, byPerson: false))
            pending.append(.loadStickers)
        }
        for _ in 0..<10_000 { pending.append(.dismiss) }
        #expect(pending.all.count == PendingEvents.mostStyles + 2)
        #expect(pending.takeFirst() == .requestStyle(.expanded, byPerson: false))
        #expect(pending.takeFirst() == .loadStickers)
        for number in 1..<PendingEvents.mostStyles {
            let style = number.isMultiple(of: 2) ? PresentationStyle.expanded : .compact
            #expect(pending.takeFirst() == .requestStyle(style, byPerson: false))
        }
        pending.append(.loadStickers)
        #expect(pending.takeFirst() == .dismiss)
        #expect(pending.takeFirst() == nil && pending.isEmpty)
        pending.append(.loadStickers)
        #expect(pending.takeFirst() == .loadStickers)
    }

    @Test func keepsAllThatThePersonDoes() {
        var pending = PendingEvents()
        for _ in 0..<3 { pending.append(.swiped(.left)) }
        for _ in 0..<2 { pending.append(.requestStyle(.expanded, byPerson: true)) }
        #expect(pending.all.count == 5)
    }
}

/// Which callbacks an extension has: those of its tables that are not NULL.
package struct CallbackSet: Sendable, Equatable {
    /// One bit for each callback, in the order of `Table.callbacks`.
    package private(set) var bits: UInt64

    package init(bits: UInt64 = 0) { self.bits = bits }

    /// False for a function that is no callback.
    package func contains(_ callback: Function) -> Bool { bits & Self.bit(of: callback) != 0 }

    /// Whether the worker is told of the callback: also of those between which an extension is active, if the extension lacks them.
    /// The worker lets the extension call from the one to the other what only an active one may call.
    package func concerns(_ callback: Function) -> Bool {
        contains(callback) || callback === Table.willBecomeActive || callback === Table.willResignActive
    }

    package mutating func insert(_ callback: Function) { bits |= Self.bit(of: callback) }

    private static func bit(of callback: Function) -> UInt64 {
        numbers[callback.id].map { 1 << UInt64($0) } ?? 0
    }

    private static let numbers = Dictionary(uniqueKeysWithValues: Table.callbacks.enumerated().map { ($1.id, $0) })
}

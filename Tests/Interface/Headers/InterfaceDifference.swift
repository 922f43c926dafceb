/// What one version of the interface has otherwise than another.
package struct InterfaceDifference: Equatable, Sendable, CustomStringConvertible {
    /// What a difference means for extensions that were built with the older headers.
    package enum Judgement: String, Comparable, Sendable {
        /// They run as before, and are built as before.
        case stayed
        /// They run and are built as before; newer ones may use more.
        case grew
        /// They may do something else, or are not built any more.
        case broke

        package static func < (left: Judgement, right: Judgement) -> Bool {
            (left == .broke ? 2 : left == .grew ? 1 : 0) < (right == .broke ? 2 : right == .grew ? 1 : 0)
        }
    }

    package let judgement: Judgement
    /// What differs: the name of a struct, `STRUCT.FIELD`, an enum, a constant, a function or a macro.
    package let name: String
    /// How it differs, and why that is a break.
    package let reason: String

    /// One line: `broke: mayfly_message.url: …`.
    package var description: String { "\(judgement.rawValue): \(name): \(reason)" }
}

extension [InterfaceDifference] {
    /// The verdict on all together.
    package var judgement: InterfaceDifference.Judgement { map(\.judgement).max() ?? .stayed }
}

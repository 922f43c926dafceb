/// How a host behaves otherwise than usual for one launch, so that the author of an extension learns how the extension takes it.
package enum HostTrial: Sendable, Hashable {
    /// It calls the entry point twice.
    case negotiatesTwice
    /// It also speaks versions of the interface that do not exist yet.
    case offersMore
    /// It speaks versions that do not exist yet, and no other.
    case offersOthersOnly
    /// It asks the extension for a table of callbacks that nobody knows.
    case asksForUnknownTable
    /// It is in a context that does not exist yet.
    case hasUnknownContext
    /// It does not have this table of host functions.
    case lacks(String)
    /// It refuses each call that has a completion.
    case refusesCalls
    /// Its structs, and its tables of functions, have members at their ends that no header has yet.
    case hasLongerStructs
    /// It warns of short memory after each callback of the life cycle, also of an extension that is not active.
    case warnsOfMemory
    /// It calls no completion before the callback that runs has returned.
    case completesLate
    /// Its completions say that the call failed.
    case failsCalls
    /// Its completions have as little as they may have: no messages of a session, no products, no bytes.
    case answersShort

    private static let words: [String: HostTrial] = [
        "twice": .negotiatesTwice, "more": .offersMore, "others": .offersOthersOnly, "unknown": .asksForUnknownTable,
        "context": .hasUnknownContext, "refuses": .refusesCalls, "longer": .hasLongerStructs,
        "memory": .warnsOfMemory, "late": .completesLate, "fails": .failsCalls, "short": .answersShort,
    ]
    private static let lacking = "lacks "

    /// Reads what `text` gives; nil for any other text.
    package init?(_ text: String) {
        if text.hasPrefix(Self.lacking) {
            self = .lacks(String(text.dropFirst(Self.lacking.count)))
        } else if let trial = Self.words[text] {
            self = trial
        } else {
            return nil
        }
    }

    /// The trial for a frame.
    package var text: String {
        if case .lacks(let id) = self { return Self.lacking + id }
        return Self.words.first { $1 == self }?.key ?? ""
    }
}

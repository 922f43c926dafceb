internal import MayflyModel

/// All methods of the protocol.
package enum Methods {
    static let all: [Method] =
        [hello] + people + extensions + settings + permissions + windows + acts + transcripts + stores + machine

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static func named(_ name: String) -> Method? { byName[name] }
}

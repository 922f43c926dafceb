package import MayflyHost
package import MayflyModel

/// The people of the demo, and their conversations.
package enum DemoPeople {
    /// Those who are shown side by side.
    package static let pair = ["alice", "bob"]

    /// Makes them in an empty home folder.
    package static func make(in host: ExtensionHost) throws(MayflyError) {
        for name in pair + ["carol"] { try host.createDevice(name) }
        try host.createConversation("Dessert", with: pair)
        try host.createConversation("Lunch", with: pair + ["carol"])
    }
}

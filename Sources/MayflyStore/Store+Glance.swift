internal import Foundation
internal import GRDB
package import MayflyModel

/// What tells a window in one short read whether it must look at its conversation again.
package struct Glance: Sendable {
    /// The number of the last event of the conversation on the device.
    package let lastSeq: Int
    /// The salt of the present install of the extension that was asked about; nil where it has none.
    package let salt: [UInt8]?
    /// Whether the sticker pack that was asked about is disabled on the device.
    package let isPackDisabled: Bool
    /// What `Store.handOffs` says of the offers among the person's devices.
    package let handOffs: String
    /// What `Store.settingsMark` says of the extension that was asked about.
    package let settings: String
}

extension Store {
    /// - Parameters:
    ///   - running: the extension that runs in the window.
    ///   - pack: the sticker pack that is open in it.
    /// - Throws: `.unknownConversation` when the device is no member.
    package func glance(
        at conversation: ConversationID,
        on device: DeviceID,
        running: ExtensionID?,
        pack: ExtensionID?
    ) throws(MayflyError) -> Glance {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT last_seq,
                        (SELECT salt FROM install WHERE install.device = chat.device AND extension = ?) AS salt,
                        EXISTS (
                            SELECT 1 FROM switched_off WHERE switched_off.device = chat.device AND extension = ?
                        ) AS disabled,
                        \(Self.settingsMark("chat.device")) AS settings,
                        (SELECT \(Self.handOffMark) FROM device WHERE device.id = chat.device) AS hand_offs
                    FROM chat WHERE device = ? AND conversation = ?
                    """
            )
            let key: StatementArguments = [
                running?.rawValue, pack?.rawValue, running?.rawValue, device.description, conversation.description,
            ]
            guard let row = try Row.fetchOne(statement, arguments: key) else {
                throw MayflyError(.unknownConversation, "device \(device) has no conversation \(conversation)")
            }
            let salt: Data? = try row.decode(forColumn: "salt")
            return Glance(
                lastSeq: try row.decode(forColumn: "last_seq"),
                salt: salt.map { [UInt8]($0) },
                isPackDisabled: try row.decode(forColumn: "disabled"),
                handOffs: try row.decode(forColumn: "hand_offs"),
                settings: try row.decode(forColumn: "settings")
            )
        }
    }
}

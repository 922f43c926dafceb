/// The interface table: everything that crosses the border between the host and an extension.
///
/// The calls, the closures, the codec, the traces and the check of the C headers are all made from it. Adding a host
/// function is adding a row with its case here, a documented line in a header, and a case where it is carried out.
package enum Table {
    /// The oldest version of the interface that this host speaks, as major << 16 | minor.
    package static let oldestVersion: UInt32 = 0x0001_0000
    /// The newest version of the interface that this host speaks, as major << 16 | minor.
    package static let newestVersion: UInt32 = 0x0001_0000

    /// The functions that are reached by other ways than a table of functions.
    package static let entryPoints: [Function] = [entry, makeInstance, extensionAbility, hostAbility] + completions

    /// All tables of functions, in the order of their ids.
    package static let interfaces: [Interface] = [
        controller, viewDelegate, stickerSource, gestureDelegate, conversation, view, stickers, log, storage,
        sessionHistory, sessionState, moreTime, network, photos,
        camera, purchase, payment,
        settings, settingsDelegate,
    ]

    /// The callbacks of all tables, in their order.
    package static let callbacks: [Function] = interfaces.filter { $0.side == .extension }.flatMap(\.functions)

    /// The structs that cross the border, without the tables of functions.
    package static let records: [Record] = [
        error, layout, message, sticker, conversationInfo, state, launch, host, offer, instance, `extension`, input,
        action, header, fetchRequest, product, paymentRequest,
        setting,
    ]

    /// The structs that frames between host and worker are made of. Extensions never see them.
    package static let controlRecords: [Record] = [
        open, opened, refused, newInstance, instanceMade, violation, zygoteReady, zygoteFork, zygoteForked,
    ]

    /// Rows by their numbers, which are small: each frame asks for one, twice.
    private static let rows: [(function: Function, interface: Interface?)?] = {
        let without = entryPoints.map { (function: $0, interface: Interface?.none) }
        let within = interfaces.flatMap { interface in
            interface.functions.map { (function: $0, interface: Optional(interface)) }
        }
        let highest = (without + within).map { Int($0.function.id) }.max() ?? 0
        var rows: [(function: Function, interface: Interface?)?] = Array(repeating: nil, count: highest + 1)
        for row in within + without { rows[Int(row.function.id)] = row }
        return rows
    }()

    /// Finds a function by its number on the wire; nil for an unknown one.
    package static func function(_ id: UInt16) -> Function? { id < rows.count ? rows[Int(id)]?.function : nil }

    /// The table of functions that a function stands in; nil for an entry point and an unknown one.
    package static func interface(of id: UInt16) -> Interface? { id < rows.count ? rows[Int(id)]?.interface : nil }

    /// Finds a table of functions by the id that asks for it.
    package static func interface(_ id: String, _ side: Interface.Side) -> Interface? {
        interfaces.first { $0.id == id && $0.side == side }
    }
}

internal import CMayfly

/// The tables of callbacks, the same for all instances. The context of each call is the instance.
enum Callbacks {
    // Safe because the memory is written once, before anybody has the pointer, and never freed.
    nonisolated(unsafe) static let controller = kept(makeController())
    nonisolated(unsafe) private static let viewDelegate = kept(makeViewDelegate())
    nonisolated(unsafe) private static let stickerSource = kept(makeStickerSource())
    nonisolated(unsafe) private static let gestures = kept(makeGestures())

    /// Finds the tables beside the controller.
    static let ability: @convention(c) (UnsafeMutableRawPointer?, mayfly_string) -> UnsafeRawPointer? = { _, id in
        switch String(id) {
        case MAYFLY_VIEW_DELEGATE: UnsafeRawPointer(viewDelegate)
        case MAYFLY_STICKER_SOURCE: UnsafeRawPointer(stickerSource)
        case MAYFLY_GESTURES: UnsafeRawPointer(gestures)
        default: nil
        }
    }

    private static func kept<Table>(_ table: Table) -> UnsafePointer<Table> {
        let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        pointer.initialize(to: table)
        return UnsafePointer(pointer)
    }
}

internal import MayflyModel
internal import MayflyStore

/// The hand-offs among the devices of a person, as far as one window has told them (model 10.6).
final class HandOffBoard {
    private let scope: WindowScope
    /// What the window has told, with the states that it told.
    private var told: [HandOff] = []
    private var mark = ""

    init(_ scope: WindowScope) { self.scope = scope }

    /// Whether nothing has changed since the last look.
    func isCurrent(at glance: Glance) -> Bool { glance.handOffs == mark }

    /// Tells what has changed. What was taken before the window knew of it is not told.
    func look() throws(MayflyError) {
        let services = scope.services
        let (handOffs, mark) = try services.store.handOffs(on: scope.device.id, at: services.clock.now)
        let old = told
        (told, self.mark) = (handOffs, mark)
        for before in old where before.state == .offered && !handOffs.contains(where: { $0.id == before.id }) {
            announce(before.becoming(.withdrawn))
        }
        for handOff in handOffs {
            let before = old.first { $0.id == handOff.id }?.state
            if before != handOff.state, before != nil || handOff.state == .offered { announce(handOff) }
        }
    }

    private func announce(_ handOff: HandOff) {
        scope.observer(.handOff(handOff, isOwn: handOff.source.id == scope.device.id))
    }
}

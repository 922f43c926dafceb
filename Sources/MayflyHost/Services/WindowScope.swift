internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore

/// What every part of one window knows, and what does not change while the window is open.
struct WindowScope: Sendable {
    let services: HostServices
    let device: DeviceRecord
    let conversation: ConversationRecord
    let members: [DeviceRecord]
    /// Receives the events of the window, in order. The time that it takes is charged to the current account.
    let observer: @Sendable (HostEvent) -> Void

    init(
        services: HostServices,
        device: DeviceRecord,
        conversation: ConversationRecord,
        observer: @escaping @Sendable (HostEvent) -> Void
    ) throws(MayflyError) {
        self.services = services
        self.device = device
        self.conversation = conversation
        self.observer = { event in CPUAccounting.charge { observer(event) } }
        members = try services.store.members(of: conversation.id)
    }
}

internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore

/// What every part of one window knows, and what does not change while the window is open.
struct WindowScope: Sendable {
    let services: HostServices
    let device: DeviceRecord
    let conversation: ConversationRecord
    let members: [DeviceRecord]
    /// Whether the person sees the questions of extensions, and can answer them.
    let showsQuestions: Bool
    /// Whether the person sees the sheets of payments, and can answer them.
    let showsPayments: Bool
    /// What the window itself has the person do for extensions: `camera`, `photos`.
    let provides: Set<PermissionName>
    /// The languages of the person.
    let languages: Languages
    /// Receives the events of the window, in order. The time that it takes is charged to the current account.
    let observer: @Sendable (HostEvent) -> Void
    /// What the receipts of the window's launches tell their authors.
    let notes = NoteBook()
    /// The install of the extension that was launched last.
    let install = LaunchedInstall()
    /// What that extension knows of its settings.
    let toldSettings = ToldSettings()
    private let printed: @Sendable (ExtensionID, String) -> Void

    init(
        services: HostServices,
        device: DeviceRecord,
        conversation: ConversationRecord,
        showsQuestions: Bool,
        showsPayments: Bool,
        provides: Set<PermissionName> = [],
        languages: Languages = .none,
        observer: @escaping @Sendable (HostEvent) -> Void
    ) throws(MayflyError) {
        self.services = services
        self.languages = languages
        self.showsQuestions = showsQuestions
        self.showsPayments = showsPayments
        self.provides = provides
        self.device = device
        self.conversation = conversation
        self.observer = { [notes] event in
            CPUAccounting.charge {
                notes.take(event)
                observer(event)
            }
        }
        printed = { id, line in
            CPUAccounting.charge { observer(.log(id, .info, SafeText.line(line, limit: 4096))) }
        }
        members = try services.store.members(of: conversation.id)
    }

    /// Announces a line that an extension printed. It is no note: the receipt has it as output.
    func announce(printed line: String, by id: ExtensionID) { printed(id, line) }
}

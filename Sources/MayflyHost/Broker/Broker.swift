package import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyViews
internal import Synchronization

/// Turns the conversation calls of one extension into items of the input field (model 4).
///
/// Every rule is checked here, on values that were decoded and bounded. The worker checks the rules too, but is not trusted.
package final class Broker: Sendable {
    let coder: MessageCoder
    private let local: ParticipantID
    /// Goes with every item, so that attribution works later (C-018).
    let origin: Origin
    /// The icon goes with every message (C-211).
    private let icon: BundleIcon
    /// The state argument of callbacks while no message is selected, outside and inside a conversation.
    private let unselected: [(style: PresentationStyle, bare: Value, inConversation: Value)]

    /// The selected message, as the extension was told of it last. Its files were handed over then.
    private let told = Mutex<(item: Item, record: Value)?>(nil)

    /// - Parameters:
    ///   - local: the person on this device.
    ///   - bundle: what goes with every item of the extension is read from it.
    package init(coder: MessageCoder, local: ParticipantID, bundle: ExtensionBundle) {
        self.coder = coder
        self.local = local
        origin = bundle.origin
        icon = BundleIcon(bundle)
        unselected = PresentationStyle.allCases.map { style in
            (
                style,
                Self.state(style, .null),
                Self.state(style, Self.conversation(coder.identities, selected: .null))
            )
        }
    }

    /// The item that an insert call wants staged. A snapshot: files are copied now (D-09, D-22).
    package func item(for function: DraftFunction, _ call: Arguments) throws(MessageError) -> Item {
        let content = try content(for: function, call)
        var origin = origin
        if case .interactive = content {
            origin = Origin(extensionID: origin.extensionID, name: origin.name, icon: coder.files.keep(icon))
        }
        return Item(id: ItemID(RandomBytes.uuid()), sender: local, content: content, origin: origin)
    }

    private func content(for function: DraftFunction, _ call: Arguments) throws(MessageError) -> ItemContent {
        switch function {
        case .insertMessage:
            guard let record = call["message"].record else { throw MessageError(.invalidArgument, "'message' is NULL") }
            return .interactive(try coder.message(from: record))
        case .insertSticker:
            guard let record = call["sticker"].record else { throw MessageError(.invalidArgument, "'sticker' is NULL") }
            return .sticker(try coder.files.sticker(from: record))
        case .insertText:
            guard let text = call["text"].text else { throw MessageError(.invalidArgument, "'text' is no text") }
            return .text(text)
        case .insertAttachment:
            guard let file = call["file"].text else { throw MessageError(.improperFileURL, "'file' is no text") }
            let name = call["alternate_filename"].text
            let shownName = shown(name ?? file.lastPathPart)
            let saved = try coder.files.save(file, as: .attachment, what: "attachment '\(shownName)'")
            return .attachment(Attachment(file: saved, name: name))
        case .sendMessage, .sendSticker, .sendText, .sendAttachment:
            throw MessageError(
                .directSendDisabled,
                "\(function.rawValue): only the person sends; direct send is off in this host"
            )
        }
    }

    // MARK: Arguments of callbacks

    /// The state argument of every callback.
    private func state(of machine: LifecycleMachine) -> Value {
        guard machine.hasConversation, let selected = machine.selected else {
            let known = unselected.first { $0.style == machine.style }
            return (machine.hasConversation ? known?.inConversation : known?.bare) ?? .null
        }
        return Self.state(machine.style, Self.conversation(coder.identities, selected: record(ofSelected: selected)))
    }

    /// Made once for a message: every callback has it while the message is selected.
    private func record(ofSelected item: Item) -> Value {
        told.withLock { told in
            if let told, told.item == item { return told.record }
            let record = Value.record(coder.record(of: item))
            told = (item, record)
            return record
        }
    }

    private static func state(_ style: PresentationStyle, _ conversation: Value) -> Value {
        .record(
            RecordValue(
                Table.state,
                [
                    "presentation_style": .integer(Int64(style.rawValue)),
                    "presentation_context": .integer(0),
                    "active_conversation": conversation,
                ]
            )
        )
    }

    private static func conversation(_ identities: Identities, selected: Value) -> Value {
        .record(
            RecordValue(
                Table.conversationInfo,
                [
                    "local_participant": identities.local.map(Value.uuid) ?? .null,
                    "remote_participants": .list(identities.remote.map(Value.uuid)),
                    "selected_message": selected,
                ]
            )
        )
    }

    /// Whether files of messages are to be copied before a callback: those of its own message, and those of the selected one when
    /// the extension is told of it for the first time.
    func mustHandOverFiles(of callback: Callback, in machine: LifecycleMachine) -> Bool {
        if callback.item?.hasFiles == true { return true }
        guard machine.hasConversation, let selected = machine.selected, selected.hasFiles else { return false }
        return told.withLock { $0?.item != selected }
    }

    /// Copies the files of the messages that a callback names to where the extension may read them. `arguments` does it too, where
    /// it was not done before.
    func handOverFiles(of callback: Callback, in machine: LifecycleMachine) {
        // Other files can take the place of those that were handed over before.
        if callback.item?.hasFiles == true { told.withLock { $0 = nil } }
        if machine.hasConversation, let selected = machine.selected { _ = record(ofSelected: selected) }
        callback.item.map(coder.handOverFiles)
    }

    /// The arguments of a callback, the state first.
    package func arguments(of callback: Callback, in machine: LifecycleMachine) -> [Value] {
        let state = state(of: machine)
        return switch callback {
        case .willSelect(let item), .didSelect(let item), .didReceive(let item), .didStartSending(let item),
            .didCancelSending(let item):
            [state, .record(coder.record(of: item))]
        case .willTransition(let style), .didTransition(let style): [state, .integer(Int64(style.rawValue))]
        case .didSwipe(let direction): [state, .integer(Int64(direction.rawValue))]
        case .stickerAt(let index): [state, .unsigned(UInt64(index))]
        case .didPerformAction(let action): [state, .record(record(of: action))]
        case .viewDidLoad, .willBecomeActive, .didBecomeActive, .willResignActive, .didResignActive, .viewWillAppear,
            .viewDidAppear, .viewWillDisappear, .viewDidDisappear, .didReceiveMemoryWarning, .didChangeSettings,
            .stickerCount:
            [state]
        }
    }
}

extension ExtensionBundle {
    /// What goes with everything that the extension stages (C-018): nothing that tells a peer the language of the person.
    package var origin: Origin { Origin(extensionID: id, name: manifest.ownName) }
}

extension Broker {
    /// What the person submitted, as the extension sees it.
    private func record(of action: Submission) -> RecordValue {
        let inputs = action.inputs.map { input in
            Value.record(RecordValue(Table.input, values: [.text(input.id), .text(input.value)]))
        }
        return RecordValue(
            Table.action,
            values: [.optional(action.actionID), .text(action.dataJSON), .list(inputs), .optional(action.verb)]
        )
    }
}

extension Item {
    /// Whether its message names files.
    fileprivate var hasFiles: Bool { message?.layout.map { $0.image != nil || $0.media != nil } ?? false }
}

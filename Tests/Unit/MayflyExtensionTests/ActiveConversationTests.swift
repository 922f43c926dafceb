import CMayfly
import MayflyConformance
import Testing

@testable import MayflyExtension

/// The property `activeConversation`, as the author of an extension reads it (model 2.4).
@Suite struct ActiveConversationTests {
    private let local = Identifier(high: 1, low: 1)
    private let remote = Identifier(high: 2, low: 2)

    /// Makes an instance, and runs it through a life in which each callback has another selected message.
    private func live() throws -> Witness {
        let host = FakeHost()
        defer { host.end() }
        let witness = Witness(Launch.of(host))
        let table = Callbacks.controller.pointee
        let context = Unmanaged<MessageExtension>.passUnretained(witness).toOpaque()
        withState(nil) { state, _ in table.view_did_load(context, state) }
        withState("1") { state, _ in table.will_become_active(context, state) }
        withState("2") { state, _ in table.did_become_active(context, state) }
        withState("3") { state, _ in table.view_will_appear(context, state) }
        withState("4") { state, _ in table.view_did_appear(context, state) }
        withState("5") { state, _ in table.will_transition(context, state, 1) }
        withState("6") { state, message in table.will_select(context, state, message) }
        withState("7") { state, message in table.did_select(context, state, message) }
        withState("8") { state, _ in table.did_transition(context, state, 1) }
        withState("9") { state, message in table.did_receive(context, state, message) }
        withState("10") { state, message in table.did_start_sending(context, state, message) }
        withState("11") { state, message in table.did_cancel_sending(context, state, message) }
        withState("12") { state, _ in table.did_receive_memory_warning(context, state) }
        withState("13") { state, _ in table.view_will_disappear(context, state) }
        withState("14") { state, _ in table.view_did_disappear(context, state) }
        withState("15") { state, _ in table.will_resign_active(context, state) }
        withState("16") { state, _ in table.did_resign_active(context, state) }
        return witness
    }

    /// Lends a state whose conversation has a selected message with that URL, and the message; nil is no conversation.
    private func withState(
        _ url: String?,
        _ body: (UnsafePointer<mayfly_state>, UnsafePointer<mayfly_message>?) -> Void
    ) {
        var state = mayfly_state()
        state.size = statedSize(mayfly_state.self)
        guard let url else { return body(&state, nil) }
        CallMemory.lending { memory in
            var message = Message()
            message.url = url
            let selected = memory.message(message)
            var conversation = mayfly_conversation()
            conversation.size = statedSize(mayfly_conversation.self)
            conversation.local_participant = local.uuid
            conversation.remote_participants = memory.pointer(to: remote.uuid)
            conversation.remote_participant_count = 1
            conversation.selected_message = selected
            state.active_conversation = memory.pointer(to: conversation)
            body(memory.pointer(to: state), selected)
        }
    }

    @Test(.proves("C-027")) func isThereFromWillBecomeActiveOnAndIsTheArgument() throws {
        let witness = try live()
        #expect(witness.seen.dropFirst().map(\.property?.selectedMessage?.url) == (1...16).map { "\($0)" })
        for sight in witness.seen.dropFirst() {
            #expect(sight.property?.localParticipantIdentifier == local)
            #expect(sight.property?.remoteParticipantIdentifiers == [remote])
        }
        let told = witness.seen.filter { $0.argument != nil }
        #expect(
            told.map(\.callback) == [
                "willBecomeActive", "didBecomeActive", "willSelect", "didSelect", "didReceive", "didStartSending",
                "didCancelSending", "willResignActive", "didResignActive",
            ]
        )
        for sight in told { #expect(isSame(sight.argument, sight.property), "\(sight.callback)") }
    }

    @Test(.proves("C-029")) func isNilBeforeWillBecomeActiveAndAfterDidResignActive() throws {
        let witness = try live()
        let (first, last) = (try #require(witness.seen.first), try #require(witness.seen.last))
        #expect(first.callback == "viewDidLoad" && first.property == nil)
        #expect(last.callback == "didResignActive" && last.property?.selectedMessage?.url == "16")
        #expect(witness.activeConversation == nil)
    }

    /// Whether both are the same conversation. It is a value, so that it has no identity beside its properties.
    private func isSame(_ one: Conversation?, _ other: Conversation?) -> Bool {
        guard let one, let other else { return false }
        return one.localParticipantIdentifier == other.localParticipantIdentifier
            && one.remoteParticipantIdentifiers == other.remoteParticipantIdentifiers
            && one.selectedMessage == other.selectedMessage
    }
}

/// Keeps what each callback found in the property and was given as its argument.
private final class Witness: MessageExtension {
    struct Sight {
        let callback: String
        let property: Conversation?
        let argument: Conversation?
    }

    var seen: [Sight] = []

    private func note(_ callback: String = #function, _ argument: Conversation? = nil) {
        let name = String(callback.prefix { $0 != "(" })
        seen.append(Sight(callback: name, property: activeConversation, argument: argument))
    }

    override func viewDidLoad() { note() }
    override func willBecomeActive(with conversation: Conversation) { note(#function, conversation) }
    override func didBecomeActive(with conversation: Conversation) { note(#function, conversation) }
    override func viewWillAppear() { note() }
    override func viewDidAppear() { note() }
    override func willTransition(to style: PresentationStyle) { note() }
    override func willSelect(_ message: Message, conversation: Conversation) { note(#function, conversation) }
    override func didSelect(_ message: Message, conversation: Conversation) { note(#function, conversation) }
    override func didTransition(to style: PresentationStyle) { note() }
    override func didReceive(_ message: Message, conversation: Conversation) { note(#function, conversation) }
    override func didStartSending(_ message: Message, conversation: Conversation) { note(#function, conversation) }
    override func didCancelSending(_ message: Message, conversation: Conversation) { note(#function, conversation) }
    override func didReceiveMemoryWarning() { note() }
    override func viewWillDisappear() { note() }
    override func viewDidDisappear() { note() }
    override func willResignActive(with conversation: Conversation) { note(#function, conversation) }
    override func didResignActive(with conversation: Conversation) { note(#function, conversation) }
}

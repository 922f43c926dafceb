import CMayfly
import Testing

@testable import MayflyExtension

@Suite struct ExtensionMainTests {
    private func negotiate(_ versions: ClosedRange<UInt32>) -> (code: Int32, answer: mayfly_extension) {
        var offer = mayfly_offer()
        offer.size = statedSize(mayfly_offer.self)
        offer.abi_min = versions.lowerBound
        offer.abi_max = versions.upperBound
        var answer = mayfly_extension()
        answer.size = statedSize(mayfly_extension.self)
        return (ExtensionMain.start(Recorder.self, &offer, &answer), answer)
    }

    /// Makes an instance with the C functions and passes its table and context to the body.
    private func withInstance(of host: FakeHost, _ body: (mayfly_controller, Recorder) throws -> Void) throws {
        defer { host.end() }
        let answer = negotiate(0x1_0000...0x1_0000).answer
        var launch = mayfly_launch()
        launch.size = statedSize(mayfly_launch.self)
        launch.presentation_style = 1
        var instance = mayfly_instance()
        instance.size = statedSize(mayfly_instance.self)
        let make = try #require(answer.make_instance)
        #expect(make(answer.context, host.pointer, &launch, &instance) == 0)
        let context = try #require(instance.context)
        let recorder = Unmanaged<MessageExtension>.fromOpaque(context).takeUnretainedValue()
        try body(try #require(instance.controller).pointee, try #require(recorder as? Recorder))
    }

    /// The state of a callback.
    private func withState(_ style: Int32 = 1, isActive: Bool, _ body: (UnsafePointer<mayfly_state>) -> Void) {
        var conversation = mayfly_conversation()
        conversation.size = statedSize(mayfly_conversation.self)
        withUnsafePointer(to: &conversation) { conversation in
            var state = mayfly_state()
            state.size = statedSize(mayfly_state.self)
            state.presentation_style = style
            state.active_conversation = isActive ? conversation : nil
            body(&state)
        }
    }

    @Test(arguments: [0x1_0000...0x1_0000, 0...0x9_0000] as [ClosedRange<UInt32>])
    func picksItsVersionFromTheOffer(versions: ClosedRange<UInt32>) {
        let (code, answer) = negotiate(versions)
        #expect(code == 0)
        #expect(answer.abi_version == 0x1_0000)
        #expect(answer.refusal.data == nil)
    }

    @Test(arguments: [0x1_0001...0x2_0000, 0...0xFFFF] as [ClosedRange<UInt32>])
    func refusesAnOfferWithoutItsVersionAndSaysWhy(versions: ClosedRange<UInt32>) throws {
        let (code, answer) = negotiate(versions)
        #expect(code != 0)
        #expect(answer.make_instance == nil)
        #expect(try #require(String(answer.refusal)).contains("version 1.0"))
    }

    @Test func refusesNullPointers() {
        #expect(ExtensionMain.start(Recorder.self, nil, nil) == MAYFLY_ERROR_INVALID_ARGUMENT.rawValue)
    }

    @Test func handsTheLastConversationToDidResignAndThenDropsIt() throws {
        try withInstance(of: FakeHost()) { controller, recorder in
            let context = Unmanaged<MessageExtension>.passUnretained(recorder).toOpaque()
            withState(isActive: true) { controller.will_become_active(context, $0) }
            withState(isActive: false) { controller.did_resign_active(context, $0) }
            #expect(recorder.events == ["willBecomeActive 1", "didResignActive 1"])
            #expect(recorder.activeConversation == nil)
        }
    }

    @Test func leavesOutACallbackWithoutItsConversationOrMessage() throws {
        try withInstance(of: FakeHost()) { controller, recorder in
            let context = Unmanaged<MessageExtension>.passUnretained(recorder).toOpaque()
            withState(isActive: false) { controller.will_become_active(context, $0) }
            withState(isActive: true) { controller.did_select(context, $0, nil) }
            controller.view_did_load(nil, nil)
            #expect(recorder.events.isEmpty)
        }
    }

    @Test func tellsTheOldStyleInWillTransitionAndTheNewInDid() throws {
        try withInstance(of: FakeHost()) { controller, recorder in
            let context = Unmanaged<MessageExtension>.passUnretained(recorder).toOpaque()
            withState(1, isActive: true) { controller.will_transition(context, $0, 0) }
            withState(0, isActive: true) { controller.did_transition(context, $0, 0) }
            #expect(recorder.events == ["will 0, is 1", "did 0, is 0"])
        }
    }

    @Test func aCallThatTheHostRefusesThrowsAndNeverCompletes() throws {
        let host = FakeHost()
        try withInstance(of: host) { _, recorder in
            let conversation = try #require(activeConversation(of: host))
            host.answerCalls(with: MAYFLY_ERROR_NOT_ACTIVE.rawValue)
            let error = #expect(throws: MessageError.self) {
                try conversation.insert(Message()) { _ in Issue.record("The completion was called") }
            }
            #expect(error?.code == .notActive)
            host.complete()
        }
    }

    @Test func aTableThatIsCutShortHasNoFunctions() throws {
        let host = FakeHost(tableSize: 8)
        defer { host.end() }
        let conversation = try #require(activeConversation(of: host))
        let error = #expect(throws: MessageError.self) { try conversation.insert(Message()) }
        #expect(error?.message == "This host has no insert_message")
        #expect(host.insertedURLs.isEmpty)
    }

    @Test func aCompletionMayPresentAndComesOnce() throws {
        let host = FakeHost()
        try withInstance(of: host) { _, recorder in
            var message = Message()
            message.url = "?a=1"
            try #require(activeConversation(of: host)).insert(message) { [host = recorder.host] _ in
                host.present(Card([]))
            }
            host.complete(times: 2)
            #expect(host.insertedURLs == ["?a=1"])
            #expect(host.cards.count == 1)
        }
    }

    private func activeConversation(of host: FakeHost) -> Conversation? {
        var conversation = mayfly_conversation()
        conversation.size = statedSize(mayfly_conversation.self)
        return Conversation(&conversation, host: HostConnection(host.pointer))
    }
}

/// Records its callbacks, with the presentation style at that time.
private final class Recorder: MessageExtension {
    var events: [String] = []

    override func willBecomeActive(with conversation: Conversation) {
        events.append("willBecomeActive \(presentationStyle.rawValue)")
    }

    override func didResignActive(with conversation: Conversation) {
        events.append("didResignActive \(presentationStyle.rawValue)")
    }

    override func didSelect(_ message: Message, conversation: Conversation) {
        events.append("didSelect")
    }

    override func viewDidLoad() {
        events.append("viewDidLoad")
    }

    override func willTransition(to style: PresentationStyle) {
        events.append("will \(style.rawValue), is \(presentationStyle.rawValue)")
    }

    override func didTransition(to style: PresentationStyle) {
        events.append("did \(style.rawValue), is \(presentationStyle.rawValue)")
    }
}

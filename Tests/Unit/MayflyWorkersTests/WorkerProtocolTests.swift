import Testing

@testable import MayflyABI
@testable import MayflyModel
@testable import MayflyWorkers

/// What each frame of a worker means in each state, and which frames are illegal.
@Suite struct WorkerProtocolTests {
    private typealias Effect = WorkerProtocol.Effect

    private let order = LaunchRequest(
        library: -1,
        libraryName: "lib.so",
        bundleFolder: "/b",
        privateFolder: "/p",
        receivedFolder: "/r",
        style: .compact
    )

    /// A worker that was sent its first frames.
    private func opening() -> WorkerProtocol {
        var worker = WorkerProtocol()
        _ = worker.open(order, in: .unmoved(order))
        return worker
    }

    /// A worker whose instance is made.
    private func opened() throws -> WorkerProtocol {
        var worker = opening()
        _ = try worker.handle(libraryOpened)
        _ = try worker.handle(instanceMade)
        return worker
    }

    private var libraryOpened: Frame {
        Frame(.opened, payload: Table.opened.payload(["abi_version": .unsigned(0x10000)]))
    }
    /// The extension has all callbacks.
    private var instanceMade: Frame {
        Frame(.instanceMade, instance: 1, payload: Table.instanceMade.payload(["callbacks": .unsigned(.max)]))
    }

    private func callback(_ name: String) throws -> Function {
        try #require(Table.interfaces.filter { $0.side == .extension }.flatMap(\.functions).first { $0.name == name })
    }

    private func hostFunction(_ name: String) throws -> Function {
        try #require(Table.interfaces.filter { $0.side == .host }.flatMap(\.functions).first { $0.name == name })
    }

    /// A call with null arguments but for its completion.
    private func call(_ name: String, completion: UInt64 = 0, instance: UInt32 = 1) throws -> Frame {
        let function = try hostFunction(name)
        let values = function.marshalled.map { index -> Value in
            switch function.parameters[index].name {
            case "completion": .unsigned(completion)
            case "milliseconds": .unsigned(10)
            default: .null
            }
        }
        return Frame(.call, function: function.id, instance: instance, payload: function.payload(values))
    }

    private func returned(_ function: Function, token: UInt64) -> Frame {
        Frame(.returned, function: function.id, instance: 1, token: token)
    }

    /// Calls a callback, which must be possible.
    private func begin(_ function: Function, _ worker: inout WorkerProtocol) throws -> Frame {
        guard case .frame(let bytes) = worker.call(function, function.marshalled.map { _ in .null }) else {
            throw WireError("\(function.name) cannot be called")
        }
        return try Frame(body: Array(bytes.dropFirst(Frame.lengthBytes)))
    }

    private func expect(_ text: String, from frame: Frame, in worker: inout WorkerProtocol) {
        #expect(throws: WireError(text)) { try worker.handle(frame) }
    }

    // MARK: Opening

    @Test func aWorkerBeginsWithTheLibraryAndThenTheInstance() {
        var worker = WorkerProtocol()
        let frames = worker.open(order, in: WorkerFolders.sandboxed)
        #expect(frames.map(\.kind) == [.open, .makeInstance])
        #expect(frames.map(\.instance) == [0, 1])
        #expect(worker.phase == "open")
        let open = try? Table.open.value(of: frames[0].payload)
        #expect(open?["private_folder"].text == "/private" && open?["library"].text == "lib.so")
    }

    @Test func theInstanceIsMadeAfterTheLibraryIsOpen() throws {
        var worker = opening()
        guard case .negotiated = try worker.handle(libraryOpened) else { throw WireError("nothing is to be done yet") }
        guard case .opened = try worker.handle(instanceMade) else { throw WireError("the instance is made") }
        #expect(worker.phase == nil)
    }

    /// Only the two callbacks between which an extension is active are sent to every worker.
    @Test func sendsOnlyTheCallbacksThatTheExtensionHas() throws {
        var has = CallbackSet()
        has.insert(Table.didSwipe)
        let payload = Table.instanceMade.payload(["callbacks": .unsigned(has.bits)])
        for function in Table.callbacks {
            var worker = opening()
            _ = try worker.handle(libraryOpened)
            _ = try worker.handle(Frame(.instanceMade, instance: 1, payload: payload))
            let arguments = function.marshalled.map { _ in Value.null }
            let isSent = if case .frame = worker.call(function, arguments) { true } else { false }
            #expect(isSent == ["didSwipe", "willBecomeActive", "willResignActive"].contains(function.name))
            #expect(worker.callbacks == (function === Table.didSwipe ? 1 : 0))
            #expect(worker.phase == (isSent ? function.name : nil))
        }
    }

    @Test func theLibraryIsOpenedOnceOnly() throws {
        var worker = opening()
        _ = try worker.handle(libraryOpened)
        expect("the library was opened twice", from: libraryOpened, in: &worker)
        var later = try self.opened()
        expect("the library was opened twice", from: libraryOpened, in: &later)
        var early = WorkerProtocol()
        expect("the library was opened twice", from: libraryOpened, in: &early)
    }

    @Test(arguments: ["log", "extend"]) func textsForPeopleAreShort(name: String) throws {
        let function = try hostFunction(name)
        func call(_ bytes: Int) -> Frame {
            let values = function.marshalled.map { index -> Value in
                if case .string = function.parameters[index].type { return .text(String(repeating: "x", count: bytes)) }
                return .unsigned(1)
            }
            return Frame(.call, function: function.id, instance: 1, payload: function.payload(values))
        }
        var worker = try opened()
        _ = try worker.handle(call(Frame.longestText))
        #expect(throws: WireError.self) { try worker.handle(call(Frame.longestText + 64)) }
    }

    @Test func aVersionThatCannotBeReadIsIllegal() {
        var worker = opening()
        #expect(throws: WireError.self) { try worker.handle(Frame(.opened, payload: [1])) }
    }

    @Test func theInstanceIsMadeOnceOnly() throws {
        var worker = try opened()
        expect("an instance was made twice", from: instanceMade, in: &worker)
        var early = WorkerProtocol()
        expect("an instance was made twice", from: instanceMade, in: &early)
    }

    @Test(arguments: [nil, "no entry point"]) func aRefusalTellsItsReason(_ reason: String?) throws {
        let payload = Table.refused.payload(["reason": reason.map(Value.text) ?? .null])
        for var worker in [opening(), try opened()] {
            guard case .refused(let told) = try worker.handle(Frame(.refused, payload: payload)) else {
                throw WireError("it refused")
            }
            #expect(told == reason ?? "it gave no reason")
        }
    }

    @Test(arguments: [Frame.Kind.open, .makeInstance, .callback, .completion])
    func framesOfTheHostAreIllegal(_ kind: Frame.Kind) throws {
        var worker = try opened()
        expect("a worker does not send frames of kind \(kind)", from: Frame(kind, instance: 1), in: &worker)
    }

    @Test(arguments: [Frame.Kind.instanceMade, .returned, .call, .completionReturned], [0, 2, UInt32.max])
    func framesOfAnotherInstanceAreIllegal(_ kind: Frame.Kind, _ instance: UInt32) throws {
        for var worker in [opening(), try opened()] {
            expect("instance \(instance) does not exist", from: Frame(kind, instance: instance), in: &worker)
        }
    }

    // MARK: Callbacks

    @Test func aCallbackReturnsWithItsToken() throws {
        var worker = try opened()
        let function = try callback("viewDidAppear")
        for token in [UInt64(1), 2, 3] {
            let frame = try begin(function, &worker)
            #expect((frame.kind, frame.function, frame.instance, frame.token) == (.callback, function.id, 1, token))
            #expect(worker.phase == "viewDidAppear")
            guard case .returned(let returned, _) = try worker.handle(returned(function, token: token)) else {
                throw WireError("it returned")
            }
            #expect(returned === function)
            #expect(worker.phase == nil)
        }
        #expect(worker.callbacks == 3)
    }

    /// Who answers without reading would have the host queue callback after callback.
    @Test func aCallbackReturnsAfterAllOfItWasSent() throws {
        var worker = try opened()
        let function = try callback("viewDidAppear")
        _ = try begin(function, &worker)
        _ = try worker.handle(try call("dismiss"), hasUnsent: true)
        #expect(throws: WireError("callback \(function.id) returned before it was sent")) {
            try worker.handle(returned(function, token: 1), hasUnsent: true)
        }
    }

    @Test func theInstanceIsMadeAfterAllOfTheRequestWasSent() throws {
        var worker = opening()
        _ = try worker.handle(libraryOpened, hasUnsent: true)
        #expect(throws: WireError("an instance was made before the worker was told to make it")) {
            try worker.handle(instanceMade, hasUnsent: true)
        }
    }

    @Test func oneCallbackRunsAtATime() throws {
        var worker = try opened()
        let function = try callback("viewDidAppear")
        _ = try begin(function, &worker)
        guard case .notPossible = worker.call(function, []) else { throw WireError("one runs already") }
        #expect(worker.callbacks == 1)
    }

    @Test func noCallbackIsCalledBeforeTheInstanceIsMadeOrAfterTheEnd() throws {
        var closed = try opened()
        closed.close(takesCalls: true)
        for var worker in [WorkerProtocol(), opening(), closed] {
            guard case .notPossible = worker.call(try callback("viewDidAppear"), []) else {
                throw WireError("there is nobody to call")
            }
            #expect(worker.callbacks == 0)
        }
    }

    @Test func argumentsThatNoFrameCarriesAreNotSent() throws {
        var worker = try opened()
        let function = Table.didPerformAction
        let data = Value.text(String(repeating: "x", count: Frame.largest))
        let arguments = [Value.null, .record(RecordValue(Table.action, values: [.null, data, .list([])]))]
        guard case .tooLarge(let size) = worker.call(function, arguments) else {
            throw WireError("it is too large")
        }
        #expect(size > Frame.largest)
        #expect(worker.callbacks == 0 && worker.phase == nil)
        _ = try begin(try callback("viewDidAppear"), &worker)
    }

    @Test func aReturnThatNothingAsksForIsIllegal() throws {
        let function = try callback("viewDidAppear")
        let text = "callback \(function.id) returned without being called"
        for var worker in [opening(), try opened()] {
            expect(text, from: returned(function, token: 0), in: &worker)
            expect(text, from: returned(function, token: 1), in: &worker)
        }
    }

    @Test func aReturnWithAnotherTokenIsIllegal() throws {
        var worker = try opened()
        let function = try callback("viewDidAppear")
        _ = try begin(function, &worker)
        let text = "callback \(function.id) returned without being called"
        for token in [UInt64(0), 2, .max] { expect(text, from: returned(function, token: token), in: &worker) }
        guard case .returned = try worker.handle(returned(function, token: 1)) else {
            throw WireError("the right token is still awaited")
        }
        expect(text, from: returned(function, token: 1), in: &worker)
    }

    @Test func aReturnOfAnotherCallbackIsIllegal() throws {
        var worker = try opened()
        _ = try begin(try callback("viewDidAppear"), &worker)
        let other = try callback("willResignActive")
        expect("callback \(other.id) returned without being called", from: returned(other, token: 1), in: &worker)
    }

    @Test func aResultThatCannotBeReadLeavesTheCallbackRunning() throws {
        var worker = try opened()
        let function = try callback("viewDidAppear")
        _ = try begin(function, &worker)
        let frame = Frame(.returned, function: function.id, instance: 1, token: 1, payload: [1, 2, 3])
        #expect(throws: WireError.self) { try worker.handle(frame) }
        #expect(worker.phase == "viewDidAppear")
    }

    // MARK: Calls

    @Test func callsAreTakenInEveryState() throws {
        var running = try opened()
        _ = try begin(try callback("viewDidAppear"), &running)
        for var worker in [opening(), try opened(), running] {
            guard
                case .called(.draft(.insertText), let arguments, 7) = try worker.handle(
                    call("insertText", completion: 7)
                )
            else { throw WireError("it is a call") }
            #expect(arguments.function.name == "insertText")
            #expect(worker.calls == 1)
        }
    }

    @Test(arguments: [
        ("putState", true), ("insertText", true), ("dismiss", false), ("presentView", false), ("log", false),
    ])
    func onlyWhatTheHostKeepsIsTransferred(_ name: String, _ isKept: Bool) throws {
        var worker = try opened()
        guard case .called(let function, _, completion: 0) = try worker.handle(call(name)) else {
            throw WireError("it is a call without a completion")
        }
        #expect(function.isKept == isKept)
    }

    @Test func aWishForMoreTimeIsNoOrdinaryCall() throws {
        var worker = try opened()
        guard case .askedForTime(let arguments, 3) = try worker.handle(call("extend", completion: 3)) else {
            throw WireError("it asks for time")
        }
        #expect(arguments["milliseconds"].unsigned == 10)
        #expect(worker.calls == 1)
    }

    @Test func functionsThatTheHostDoesNotCarryOutAreIllegal() throws {
        let own = [
            try hostFunction("makeSession").id, try callback("viewDidAppear").id, Table.entryPoints[0].id, 0, .max,
        ]
        for id in own {
            var worker = try opened()
            expect("host function \(id) does not exist", from: Frame(.call, function: id, instance: 1), in: &worker)
            #expect(worker.calls == 0)
        }
    }

    @Test func argumentsThatCannotBeReadAreIllegalAndDoNotCount() throws {
        var worker = try opened()
        let id = try hostFunction("insertText").id
        let frame = Frame(.call, function: id, instance: 1, payload: [1, 2, 3])
        #expect(throws: WireError.self) { try worker.handle(frame) }
        #expect(worker.calls == 0)
    }

    @Test(arguments: [UInt32(0), 1, 9]) func aViolationCountsWhateverInstanceItNames(_ instance: UInt32) throws {
        var worker = try opened()
        let payload = Table.violation.payload([
            "code": .integer(Int64(MessageErrorCode.notActive.rawValue)), "message": .text("a\nb"),
        ])
        let id = try hostFunction("insertText").id
        let frame = Frame(.violation, function: id, instance: instance, payload: payload)
        guard case .violated("insertText", let error) = try worker.handle(frame) else {
            throw WireError("it is a violation")
        }
        #expect(error.code == .notActive && !error.message.contains("\n"))
        #expect(worker.calls == 1)
        let unknown = Frame(.violation, function: 9999, payload: payload)
        guard case .violated("host function 9999", _) = try worker.handle(unknown) else {
            throw WireError("the function has no name")
        }
    }

    // MARK: Completions

    @Test func completionsReturnOneByOne() throws {
        var worker = try opened()
        let function = try hostFunction("insertText")
        for token in [UInt64(5), 6] {
            let completion = worker.complete(token, of: function, with: CallAnswer())
            let bytes = try #require(completion)
            let frame = try Frame(body: Array(bytes.dropFirst(Frame.lengthBytes)))
            #expect((frame.kind, frame.instance, frame.token) == (.completion, 1, token))
        }
        for pending in [1, 0] {
            guard case .completionReturned(pending) = try worker.handle(Frame(.completionReturned, instance: 1)) else {
                throw WireError("\(pending) are left")
            }
        }
    }

    @Test func aCompletionThatWasNotCalledDoesNotReturn() throws {
        let frame = Frame(.completionReturned, instance: 1)
        for var worker in [opening(), try opened()] {
            expect("a completion returned that was not called", from: frame, in: &worker)
        }
        var worker = try opened()
        _ = worker.complete(5, of: try hostFunction("insertText"), with: CallAnswer())
        _ = try worker.handle(frame)
        expect("a completion returned that was not called", from: frame, in: &worker)
    }

    @Test func noCompletionIsSentThatNobodyAskedForOrCanTake() throws {
        let function = try hostFunction("insertText")
        var closed = try opened()
        closed.close(takesCalls: true)
        for var worker in [WorkerProtocol(), opening(), closed] {
            #expect(worker.complete(5, of: function, with: CallAnswer()) == nil)
        }
        var worker = try opened()
        #expect(worker.complete(0, of: function, with: CallAnswer()) == nil)
        expect("a completion returned that was not called", from: Frame(.completionReturned, instance: 1), in: &worker)
    }

    @Test func anAnswerThatNoFrameCarriesIsAnError() throws {
        var worker = try opened()
        let function = try hostFunction("getState")
        let text = String(repeating: "x", count: Frame.largest)
        let answer = CallAnswer(error: MessageError(.unknown, text))
        let completion = worker.complete(5, of: function, with: answer)
        let bytes = try #require(completion)
        #expect(bytes.count < 1_000)
        #expect(String(decoding: bytes, as: UTF8.self).contains("getState: the answer has"))
    }

    // MARK: The end

    @Test func ofAProcessThatEndedByItselfOnlyCallsCount() throws {
        var worker = try opened()
        let function = try callback("viewDidAppear")
        _ = try begin(function, &worker)
        worker.close(takesCalls: true)
        guard case .called = try worker.handle(call("insertText")) else {
            throw WireError("it called before it ended")
        }
        for frame in [
            libraryOpened, instanceMade, returned(function, token: 1), Frame(.completionReturned, instance: 1),
        ] {
            guard case .none = try worker.handle(frame) else { throw WireError("\(frame.kind) is too late") }
        }
        expect("instance 2 does not exist", from: try call("insertText", instance: 2), in: &worker)
        #expect(worker.phase == "viewDidAppear", "the receipt says what ran")
    }

    @Test func ofAProcessThatWasEndedNothingCounts() throws {
        var worker = try opened()
        worker.close(takesCalls: false)
        let frames = [try call("insertText"), Frame(.refused), Frame(.open), Frame(.call, function: 9999, instance: 5)]
        for frame in frames {
            guard case .none = try worker.handle(frame) else { throw WireError("\(frame.kind) is too late") }
        }
        #expect(worker.calls == 0)
    }

    // MARK: Bytes

    @Test func framesAreCutFromBytesInWhateverPiecesTheyCome() throws {
        var worker = opening()
        let bytes = libraryOpened.bytes + instanceMade.bytes
        var kinds: [Frame.Kind] = []
        for byte in bytes {
            withUnsafeBytes(of: byte) { worker.append($0) }
            while let frame = try worker.next() {
                kinds.append(frame.kind)
                _ = try worker.handle(frame)
            }
        }
        #expect(kinds == [.opened, .instanceMade])
        #expect(worker.phase == nil)
    }

    @Test func aLengthThatNoFrameHasIsIllegal() {
        var worker = opening()
        [UInt8](repeating: 0xFF, count: 8).withUnsafeBytes { worker.append($0) }
        #expect(throws: WireError.self) { try worker.next() }
    }
}

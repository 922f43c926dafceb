import CMayfly

@testable import MayflyExtension

/// The session functions of the fake host. Each call is answered at once, with a value computed from its arguments.
final class FakeSessions {
    private let history: UnsafeMutablePointer<mayfly_session_history_functions>
    private let states: UnsafeMutablePointer<mayfly_session_state_functions>

    init() {
        history = .allocate(capacity: 1)
        states = .allocate(capacity: 1)
        var pages = mayfly_session_history_functions()
        pages.size = statedSize(mayfly_session_history_functions.self)
        // As many messages as are skipped, with older ones when there is no limit.
        pages.read_session = { _, skip, limit, completion, context in
            guard limit != 9 else {
                FakeSessions.fail(MAYFLY_ERROR_NO_SESSION) { completion?(context, $0, nil, 0, 0) }
                return 0
            }
            FakeSessions.lend(count: Int(skip)) { completion?(context, nil, $0, skip, limit == 0 ? 1 : 0) }
            return 0
        }
        history.initialize(to: pages)
        var states = mayfly_session_state_functions()
        states.size = statedSize(mayfly_session_state_functions.self)
        // The state is the sixteen bytes of the session, with version 4.
        states.get_state = { _, session, completion, context in
            completion?(context, nil, 4, session, 16)
            return 0
        }
        states.put_state = { _, _, expected, bytes, size, completion, context in
            switch expected {
            case 4: completion?(context, nil, 5 + size, nil, 0)
            case 99: FakeSessions.fail(MAYFLY_ERROR_QUOTA_EXCEEDED) { completion?(context, $0, 0, nil, 0) }
            default: FakeSessions.fail(MAYFLY_ERROR_VERSION_CONFLICT) { completion?(context, $0, 4, bytes, size) }
            }
            return 0
        }
        self.states.initialize(to: states)
    }

    deinit {
        history.deallocate()
        states.deallocate()
    }

    func table(_ id: mayfly_string) -> UnsafeRawPointer? {
        switch String(id) {
        case MAYFLY_SESSION_HISTORY: UnsafeRawPointer(history)
        case MAYFLY_SESSION_STATE: UnsafeRawPointer(states)
        default: nil
        }
    }

    private static func fail(_ code: mayfly_error_code, _ body: (UnsafePointer<mayfly_error>) -> Void) {
        var error = mayfly_error()
        error.size = statedSize(mayfly_error.self)
        error.code = code.rawValue
        body(&error)
    }

    /// Messages that are larger than the struct of this library, like those of a newer host.
    private static func lend(count: Int, _ body: (UnsafePointer<UnsafePointer<mayfly_message>?>?) -> Void) {
        let step = MemoryLayout<mayfly_message>.size + 64
        let block = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * step, alignment: 8)
        defer { block.deallocate() }
        block.initializeMemory(as: UInt8.self, repeating: 0, count: max(count, 1) * step)
        let pointers = (0..<count).map { index -> UnsafePointer<mayfly_message>? in
            let message = (block + index * step).assumingMemoryBound(to: mayfly_message.self)
            message.pointee.size = UInt32(step)
            message.pointee.should_expire = UInt8(index % 2)
            return UnsafePointer(message)
        }
        pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}

import Dispatch
import MayflyABI

/// Does what waits on a thread of its own: the tests' few threads are needed by the hosts of other tests meanwhile.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
}

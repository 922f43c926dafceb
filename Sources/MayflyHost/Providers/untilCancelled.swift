/// What the work gives. Where this task is cancelled, the work is too, and is not waited for: a provider of the app that does not look at
/// its cancellation holds up nothing.
func untilCancelled<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let (results, input) = AsyncStream<Result<Value, any Error>>.makeStream()
    let task = Task {
        do { input.yield(.success(try await work())) } catch { input.yield(.failure(error)) }
        input.finish()
    }
    defer { task.cancel() }
    for await result in results { return try result.get() }
    throw CancellationError()
}

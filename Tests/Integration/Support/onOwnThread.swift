/// `OwnThread.run`.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await OwnThread.run(body)
}

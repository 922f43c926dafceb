import Foundation

// Opens one faulty extension in a host of its own, beside a healthy one, and prints what comes of it as JSON lines. The
// fault tests start it, and count from outside what it holds; see FaultRun.

guard let order = FaultOrder(arguments: CommandLine.arguments) else {
    FileHandle.standardError.write(Data("\(FaultOrder.usage)\n".utf8))
    exit(2)
}
do {
    try await FaultRun(order).run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}

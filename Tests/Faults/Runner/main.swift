import Foundation

// Opens one faulty extension and a healthy one in a separate host, and prints the results as JSON lines. The fault
// tests start this program and count its resources from outside; see FaultRun.

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

internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

/// `mayfly ps`: the running workers.
struct ProcessesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ps",
        abstract: "List the running extensions of all programs that use this home folder."
    )

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let workers = try await place.reader().workers()
        let now = SystemClock().now
        guard !json else {
            return Output.standard.write(lines: workers.map { Shapes.liveWorker.json(($0, now), .none).line })
        }
        let rows = workers.map { worker in
            [
                "\(worker.id)", "\(worker.process)", worker.extensionID.rawValue, worker.device, worker.conversation,
                worker.state.rawValue, ReceiptText.time((now.rawValue - worker.launched.rawValue) * 1000),
                worker.memoryKiB.map(ReceiptText.memory) ?? "-", worker.cpuMicroseconds.map(ReceiptText.time) ?? "-",
            ]
        }
        let table = TextTable(
            header: ["NUMBER", "PID", "EXTENSION", "DEVICE", "CONVERSATION", "STATE", "AGE", "MEMORY", "CPU"],
            rows: rows
        )
        Output.standard.write(wrapping: table.lines)
    }
}

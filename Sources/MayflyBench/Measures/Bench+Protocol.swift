internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyWorkers

extension Bench {
    /// What the host protocol costs an app in another language: a tap from the line of the request to that of the answer, beside the
    /// same tap through the library; the start of the program until it has answered `hello`, beside a program that only prints its
    /// version; events, and the memory of many windows.
    func measureProtocol() async throws -> [Figure] {
        let host = try stage.host(bundlesIn: try BenchStage.path(of: "plugins"))
        for name in ["library", "protocol"] { try host.createDevice(name) }
        try host.createConversation("protocol", with: ["library", "protocol"])
        var figures = [try await measureTaps(host), try measureStarts()]
        for windows in plan.protocolWindows { figures.append(try await measureEvents(in: windows)) }
        figures.append(try await measureWindowMemory())
        return figures
    }

    private static let tally = "org.mayfly.tally"

    private func client() throws -> BenchClient {
        try BenchClient(home: stage.home.path, plugins: try BenchStage.path(of: "plugins"))
    }

    private func measureTaps(_ host: ExtensionHost) async throws -> Figure {
        let (client, rounds) = (try client(), plan.trips / 4)
        defer { client.close() }
        let remote = try client.openWindow()
        try client.call("window.openExtension", #""window":"\#(remote)","extension":"\#(Self.tally)""#)
        let bundle = try host.catalog().find(Self.tally)
        let (own, other) = try await host.withWindow(on: "protocol", as: "library") { window in
            try await window.open(bundle)
            var (own, other) = (Series(), Series())
            for _ in 0..<rounds {
                var watch = Stopwatch()
                try await window.tap("plus")
                own.add(watch.elapsed)
                watch = Stopwatch()
                try client.call("window.tap", #""window":"\#(remote)","control":"plus""#)
                other.add(watch.elapsed)
            }
            return (own, other)
        }
        return Figure("protocol.tap", other, floor: own, target: .floors(1.5))
    }

    private func measureStarts() throws -> Figure {
        var (version, hello) = (Series(), Series())
        for _ in 0..<max(3, plan.rounds / 4) {
            version.add(try BenchClient.timeOfVersion())
            let watch = Stopwatch()
            let client = try client()
            hello.add(watch.elapsed)
            client.close()
        }
        return Figure("protocol.hello", hello, floor: version, target: .floors(3))
    }

    /// Events that a client gets in a second, with so many windows whose input fields change.
    private func measureEvents(in count: Int) async throws -> Figure {
        let client = try client()
        defer { client.close() }
        let windows = try (0..<count).map { _ in try client.openWindow() }
        var (next, events) = (Array(repeating: 0, count: count), 0)
        let watch = Stopwatch()
        var round = 0
        while watch.elapsed < plan.throughput {
            round += 1
            for window in windows {
                try client.send("window.replaceText", #""window":"\#(window)","text":"\#(round)""#)
            }
            for _ in windows { _ = try client.answer() }
            for (index, window) in windows.enumerated() {
                let answer = try client.call("events.next", #""window":"\#(window)","after":\#(next[index])"#)
                guard case .list(let list) = answer["events"], case .number(let number) = answer["next"] else {
                    continue
                }
                events += list.count
                next[index] = Int(number.int64 ?? 0)
            }
        }
        let rate = Double(events) / (watch.elapsed.inMicroseconds / 1e6)
        return Figure("protocol.events.\(count)", Series([rate]), in: .perSecond)
    }

    private func measureWindowMemory() async throws -> Figure {
        let client = try client()
        defer { client.close() }
        for _ in 0..<plan.live { _ = try client.openWindow() }
        let memory = ProcessFigures.memory(of: client.process)?.own ?? 0
        return Figure("protocol.memory.\(plan.live)windows", kibibytes: memory)
    }
}

import Foundation
import MayflyBench
import MayflyTestSupport
import Testing

/// What the page costs, measured beside the host protocol in one run: `make page-figures`. The figures are those of a machine that does
/// nothing else.
@Suite(
    .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["MAYFLY_PAGE_FIGURES"] != nil, "make page-figures measures it")
)
struct PageFigures {
    /// A tap through the page takes at most three times as long as through the host protocol itself.
    @Test func aTapBesideTheProtocol() async throws {
        try await ServedPage.with(bundles: [Samples.tally]) { page, tool in
            let (there, here) = (try HostClient(tool), try PageClient(page))
            try there.sayHello()
            let windows = (try there.openWindow(as: "bob"), try here.openWindow())
            try there.call("window.openExtension", ["window": windows.0, "extension": "org.mayfly.tally"])
            _ = try here.open("org.mayfly.tally", in: windows.1)
            let figures = try Self.compare(
                200,
                { try there.call("window.tap", ["window": windows.0, "control": "plus"]) },
                { try here.call("window.tap", ["window": windows.1, "control": "plus"]) }
            )
            print("page: a tap takes \(figures) that through the protocol (target 3)")
            #expect(figures.ratio < 3)
        }
    }

    /// A tap in the browser, to the next number in the view, beside a tap through the host protocol, to the event of the next view.
    @Test func aTapInTheBrowser() async throws {
        try await ServedPage.with(bundles: [Samples.tally], ["--side-by-side", "alice"]) { page, tool in
            let browser = try Browser()
            try browser.open(page.address)
            try browser.click(".conversation")
            try browser.press("Apps")
            try browser.press("Tally")
            try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
            let there = try HostClient(tool)
            try there.sayHello()
            let window = try there.openWindow(as: "bob")
            try there.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            var after = try there.look(at: window)["last_event"] as? Int ?? 0
            let taps = """
                const done = arguments[arguments.length - 1]
                const card = document.querySelector('.card')
                const number = () => Number(/\\d+/.exec(card.innerText)?.[0])
                const tap = () => new Promise((resolve) => {
                  const next = number() + 1
                  const before = performance.now()
                  const look = () => {
                    if (number() !== next) return
                    watcher.disconnect()
                    resolve(performance.now() - before)
                  }
                  const watcher = new MutationObserver(look)
                  watcher.observe(card, { subtree: true, childList: true, characterData: true })
                  ;[...card.querySelectorAll('button')].find((one) => /\\+|plus|more/i.test(one.textContent + one.title)).click()
                })
                ;(async () => {
                  const times = []
                  for (let count = 0; count < 10; count += 1) {
                    times.push(await tap())
                    // A person taps what is on the screen.
                    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
                  }
                  done(times)
                })()
                """
            // In turns, so that both meet the same load of the machine.
            var (times, base): ([Double], [Duration]) = ([], [])
            for _ in 0..<20 {
                times += try #require(try browser.runAsync(taps) as? [Double])
                base += try (0..<10).map { _ in
                    try ContinuousClock().measure { after = try Self.tap(there, window, after) }
                }
            }
            let figures = Self.Figures(base: base.sorted()[100], ours: .milliseconds(times.sorted()[100]))
            print("page: a tap in the browser takes \(figures) that through the host protocol (target 3)")
            #expect(figures.ratio < 3)
        }
    }

    /// A conversation of 100,000 messages opens as quickly as one of 50, by the protocol and in the browser.
    @Test func aLongConversationOpensAsAShortOne() async throws {
        try await ServedPage.with(["--side-by-side", "bob"]) { page, tool in
            let client = try PageClient(page)
            try client.call("conversations.create", ["name": "long", "devices": ["alice", "bob"]])
            try LongConversation.fill(tool.home, messages: 50)
            try LongConversation.fill(tool.home, messages: 100_000, named: "long")
            func open(_ name: String) throws {
                let window = try client.call("window.open", ["conversation": name, "device": "bob"])["window"] ?? ""
                try client.call("window.look", ["window": window])
                try client.call("window.close", ["window": window])
            }
            let figures = try Self.compare(40, { try open("chat") }, { try open("long") })
            print("page: opening 100,000 messages takes \(figures) of 50 messages, by the connection of a page")
            #expect(figures.ratio < 1.5)
            let browser = try Browser(width: 1_000, height: 800)
            try browser.open(page.address)
            try browser.wait(pane: 0, for: "$$('.conversation').length === 2")
            let openings = """
                const done = arguments[arguments.length - 1]
                const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
                const open = async (name, last) => {
                  const before = performance.now()
                  ;[...document.querySelectorAll('.conversation')].find((one) => one.dataset.name === name).click()
                  while ([...document.querySelectorAll('.words')].at(-1)?.textContent !== last) await frame()
                  return performance.now() - before
                }
                ;(async () => {
                  const times = [[], []]
                  for (let count = 0; count < 40; count += 1) {
                    times[0].push(await open('chat', 'message 50'))
                    times[1].push(await open('long', 'message 100000'))
                  }
                  done(times)
                })()
                """
            let times = try #require(try browser.runAsync(openings) as? [[Double]]).map { $0.sorted()[20] }
            let shown = Figures(base: .milliseconds(times[0]), ours: .milliseconds(times[1]))
            print("page: opening 100,000 messages takes \(shown) of 50 messages, in the browser")
            #expect(shown.ratio < 1.5)
        }
    }

    /// Twenty pages that show a conversation and wait take no processor time.
    @Test func pagesAtRest() async throws {
        try await ServedPage.with { page, _ in
            let pages = try Self.restingPages(page)
            // What it still had to do is done.
            var before = try page.processorTicks
            try await until {
                try await Task.sleep(for: .milliseconds(500))
                defer { before = (try? page.processorTicks) ?? 0 }
                return try page.processorTicks == before
            }
            before = try page.processorTicks
            try await Task.sleep(for: .seconds(20))
            let ticks = try page.processorTicks - before
            print(
                "page: \(pages.count) pages at rest take \(ticks * 10) ms of processor time in 20 s, the host \(try Self.memory(of: page)) KiB"
            )
            #expect(ticks <= 2)
        }
    }

    /// A page in a browser, at rest, sends nothing and asks for nothing.
    @Test func aPageAtRestAsksForNothing() async throws {
        try await Browser.onDevices([Samples.tally]) { browser, _ in
            try await until {
                _ = try browser.networkLog()
                try await Task.sleep(for: .seconds(2))
                return try Self.requests(browser).isEmpty
            }
            try await Task.sleep(for: .seconds(10))
            let requests = try Self.requests(browser)
            print("page: two panes at rest send \(requests.count) frames and requests in 10 s")
            #expect(requests == [])
        }
    }

    // MARK: Parts

    /// Taps, by a client that waits for the next view meanwhile, as the page does; gives the number of its event.
    private static func tap(_ client: HostClient, _ window: String, _ after: Int) throws -> Int {
        let wait: HostClient.Object = ["window": window, "after": after, "kinds": ["view"], "waitMs": 60_000]
        let view = try client.request("events.next", wait)
        let tap = try client.request("window.tap", ["window": window, "control": "plus"])
        let answers = try [client.nextAnswer(), client.nextAnswer()]
        #expect(Set(answers.compactMap { $0["id"] as? Int }) == [view, tap])
        let batch = try answers.filter { $0["id"] as? Int == view }.map(HostClient.result).first
        return try #require(batch?["next"] as? Int)
    }

    /// What a page has asked for since this was last looked at.
    private static func requests(_ browser: Browser) throws -> [String] {
        try browser.networkLog().map(\.event).filter {
            ["Network.webSocketFrameSent", "Network.requestWillBeSent"].contains($0)
        }
    }

    private struct Figures: CustomStringConvertible {
        let base: Duration
        let ours: Duration

        var ratio: Double { ours / base }
        var description: String {
            String(format: "%.2f times (%.0f and %.0f µs)", ratio, ours / .microseconds(1), base / .microseconds(1))
        }
    }

    /// Both, one after the other, so that both meet the same load of the machine: the medians.
    private static func compare(_ times: Int, _ base: () throws -> Void, _ ours: () throws -> Void) rethrows -> Figures
    {
        let clock = ContinuousClock()
        var (first, second): ([Duration], [Duration]) = ([], [])
        for _ in 0..<times {
            first.append(try clock.measure(base))
            second.append(try clock.measure(ours))
        }
        return Figures(base: first.sorted()[times / 2], ours: second.sorted()[times / 2])
    }

    /// Twenty pages, each with a window that waits for events and a list that waits for changes.
    static func restingPages(_ page: ServedPage) throws -> [PageClient] {
        try (0..<20).map { _ in
            let client = try PageClient(page)
            let window = try client.openWindow()
            let next = try client.call("events.next", ["window": window, "after": 0])["next"] as? Int ?? 0
            let events: [String: Any] = ["window": window, "after": next, "waitMs": 60_000]
            for (id, method, parameters) in [
                (98, "events.next", events), (99, "conversations.next", ["waitMs": 60_000]),
            ] {
                let wait: [String: Any] = ["jsonrpc": "2.0", "id": id, "method": method, "params": parameters]
                try client.send(.text, Array(try JSONSerialization.data(withJSONObject: wait)))
            }
            return client
        }
    }

    /// The memory of the server in KiB.
    static func memory(of page: ServedPage) throws -> Int {
        let status = try ProcessState.status(of: page.identifier)["VmRSS"]?.split(separator: " ").first
        return try #require(status.flatMap { Int($0) })
    }
}

extension ServedPage {
    /// The processor time of the server so far, in hundredths of a second (proc, man 5).
    fileprivate var processorTicks: Int {
        get throws {
            let line = try kernelText(of: "/proc/\(identifier)/stat")
            let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
            return try #require(Int(fields[11])) + #require(Int(fields[12]))
        }
    }
}

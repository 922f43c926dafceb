internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyWorkers

extension Bench {
    /// Opening and closing an extension in a window, with its queue and database; each is timed until all that follows is done.
    /// The floor of opening is the launch in it: the same launch without a window, in the same round.
    func measureWindows() async throws -> [Figure] {
        let host = try stage.host(bundlesIn: stage.bundleFolder)
        for name in ["bench", "other"] { try host.createDevice(name) }
        try host.createConversation("bench", with: ["bench", "other"])
        let (stage, rounds) = (stage, plan.windows)
        var figures: [Figure] = []
        for plugin in BenchPlugin.allCases {
            let (launch, opening, closing) = try await host.withWindow(on: "bench") { window in
                var (launch, opening, closing) = (Series(), Series(), Series())
                for _ in 0..<rounds {
                    await stage.settle()
                    let subject = try stage.subject(plugin, .zygoteSandbox)
                    launch.add(try await subject.launch().appeared)
                    _ = await subject.close()
                    await stage.settle()
                    var watch = Stopwatch()
                    try await window.open(stage.bundle(plugin))
                    opening.add(watch.elapsed)
                    if let failure = await window.failure { throw failure }
                    watch = Stopwatch()
                    try await window.closeExtension()
                    closing.add(watch.elapsed)
                }
                return (launch, opening, closing)
            }
            figures.append(Figure("window.open.\(plugin.rawValue)", opening, floor: launch, target: .floors(1.6)))
            figures.append(Figure("window.close.\(plugin.rawValue)", closing))
        }
        return figures
    }
}

internal import MayflyBundles
internal import MayflyHost

extension Bench {
    /// Opening and closing an extension in a window, with its queue and database; each is timed until all that follows is done.
    func measureWindows() async throws -> [Figure] {
        let host = try ExtensionHost(
            home: stage.home,
            searchPath: SearchPath(folders: [stage.bundleFolder]),
            policy: .patient,
            clock: SystemClock(),
            launcher: try stage.launcher(.zygoteSandbox)
        )
        for name in ["bench", "other"] { try host.createDevice(name) }
        try host.createConversation("bench", with: ["bench", "other"])
        var figures: [Figure] = []
        for plugin in BenchPlugin.allCases {
            let bundle = try stage.bundle(plugin)
            let rounds = plan.windows
            let (opening, closing) = try await host.withWindow(on: "bench") { window in
                var (opening, closing) = (Series(), Series())
                for _ in 0..<rounds {
                    var watch = Stopwatch()
                    try await window.open(bundle)
                    opening.add(watch.elapsed)
                    if let failure = await window.failure { throw failure }
                    watch = Stopwatch()
                    try await window.closeExtension()
                    closing.add(watch.elapsed)
                }
                return (opening, closing)
            }
            figures.append(Figure("window.open.\(plugin.rawValue)", opening))
            figures.append(Figure("window.close.\(plugin.rawValue)", closing))
        }
        return figures
    }
}

internal import ArgumentParser
internal import MayflyBench

/// The options for a program that compares hosts and starts this one for each measurement.
struct DriverOptions: ParsableArguments {
    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case exec, zygote
    }

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    enum Hold: String, ExpressibleByArgument, CaseIterable {
        case idle, busy
    }

    @Flag(name: .customLong("driver"), help: "Measure with the options below, and print one JSON object.")
    var isDriven = false
    @Option(help: "How workers are started.") var mode = Mode.zygote
    @Option(help: "Whether workers run in the sandbox.") var sandbox = Switch.on
    @Option(parsing: .unconditional, help: "The number of launches and terminations.") var launches = 1
    @Option(parsing: .unconditional, help: "The number of round trips, spread over the launches.") var rts = 0
    @Option(parsing: .unconditional, help: "The bytes of a round trip in each direction.") var payload = 64
    @Option(parsing: .unconditional, help: "The number of terminations of an extension that loops.") var stuck = 0
    @Option(parsing: .unconditional, help: "The number of crashes.") var crash = 0
    @Option(parsing: .unconditional, help: "The number of terminations of a stopped process.") var frozen = 0
    @Option(help: "Launch one extension, print its process id, and wait to be killed.") var hold: Hold?

    func validate() throws {
        for (name, value) in [
            ("launches", launches), ("rts", rts), ("stuck", stuck), ("crash", crash), ("frozen", frozen),
        ]
        where !(0...1_000_000).contains(value) {
            throw ValidationError("--\(name) takes 0 to 1000000, not \(value)")
        }
        guard (1...100_000).contains(payload) else {
            throw ValidationError("--payload takes 1 to 100000 bytes, not \(payload)")
        }
    }

    /// Nil without `--driver`.
    func options() -> BenchDriver.Options? {
        guard isDriven else { return nil }
        let mode: BenchStage.Mode =
            switch (mode, sandbox) {
            case (.exec, .off): .exec
            case (.exec, .on): .execSandbox
            case (.zygote, .off): .zygote
            case (.zygote, .on): .zygoteSandbox
            }
        return BenchDriver.Options(
            mode: mode,
            launches: launches,
            trips: rts,
            payload: payload,
            stuck: stuck,
            crashes: crash,
            frozen: frozen,
            hold: hold.map { $0 == .busy }
        )
    }
}

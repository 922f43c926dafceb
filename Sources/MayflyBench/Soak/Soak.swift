internal import CMayflyLinux
internal import Foundation
package import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// Runs many extensions, healthy and faulty ones in random order and several at once, and samples the host's resources
/// when none is running.
package struct Soak: Sendable {
    package struct Options: Sendable {
        /// The soak ends after this number of launches or this time, whichever comes first.
        package var launches: Int?
        package var time: Duration?
        package var seed: UInt64
        package var atOnce: Int
        /// The folder of bundles from `pack-faults`; nil for the faults of the measured extension only.
        package var faults: String?
        /// Healthy extensions in addition to the measured ones.
        package var samples: [ExtensionBundle]

        package init(
            launches: Int?,
            time: Duration?,
            seed: UInt64,
            atOnce: Int,
            faults: String?,
            samples: [ExtensionBundle]
        ) {
            (self.launches, self.time, self.seed, self.atOnce) = (launches, time, seed, atOnce)
            (self.faults, self.samples) = (faults, samples)
        }
    }

    /// How many samples are taken during the load.
    private static let rounds = 40

    private let options: Options
    private let stage: SoakStage
    private let bench: [ExtensionBundle]
    private let faults: [SoakFault]
    private let ledger = SoakLedger()

    package init(_ options: Options) throws {
        self.options = options
        let stage = try SoakStage(seats: options.atOnce)
        self.stage = stage
        bench = try BenchPlugin.allCases.map { try stage.bench.bundle($0) }
        faults = try options.faults.map { try SoakFault.all(in: $0) } ?? []
    }

    package var seed: UInt64 { options.seed }

    /// The number of faulty extensions.
    package var faultCount: Int { faults.count }

    /// Runs the soak. `report` gets each line of the table at once, the header first.
    package func run(report: (String) -> Void) async throws -> SoakReport {
        try await stage.bench.whileUsed { await play(report: report) }
    }

    private func play(report: (String) -> Void) async -> SoakReport {
        let began = Stopwatch()
        await warmUp()
        await stage.dropSpares()
        let before = census()
        var samples: [SoakSample] = []
        func takeSample() async {
            var sample = await SoakSample(of: stage, quiet(like: before))
            (sample.time, sample.launches) = (began.elapsed, ledger.account.launches)
            samples.append(sample)
            report(sample.row)
        }
        report(SoakSample.header)
        await takeSample()
        let planner = Mutex(
            SoakPlanner(seed: options.seed, bench: bench, samples: options.samples, faults: faults)
        )
        let first = ledger.account.launches
        for round in 1...Self.rounds where !Task.isCancelled {
            let time = options.time.map { $0 * round / Self.rounds }
            let launches = options.launches.map { max(first, $0 * round / Self.rounds) }
            await play { [ledger] in
                if Task.isCancelled { return nil }
                if let time, began.elapsed >= time { return nil }
                if let launches, ledger.account.launches >= launches { return nil }
                return planner.withLock { $0.next() }
            }
            await takeSample()
        }
        let left = await quiet(like: before).additions(to: before)
        mayfly_trim_heap()
        return SoakReport(
            options,
            ledger.account,
            samples,
            left: left,
            trimmed: Int(ProcessFigures.hostResident),
            time: began.elapsed
        )
    }

    // MARK: Running

    /// Runs all participants until no task is left.
    private func play(_ next: @escaping @Sendable () -> SoakVisit?) async {
        await withTaskGroup(of: Void.self) { group in
            for seat in stage.seats {
                group.addTask { while let visit = next() { await play(visit, seat) } }
            }
        }
    }

    private func play(_ visit: SoakVisit, _ seat: SoakStage.Seat) async {
        let window = SoakWindow(stage: stage, seat: seat, ledger: ledger)
        switch visit {
        case .window(let bundles): await window.use(bundles)
        case .faultyWindow(let fault): await window.use(fault)
        case .life(let script):
            let name = script.bundle.id.rawValue
            if script.isFresh {
                do {
                    try stage.refresh(script.bundle.id, seat.device)
                } catch {
                    ledger.add(finding: "\(name): its private folder cannot be emptied: \(error.message)")
                }
            }
            let (end, problem) = await SoakLife(script, on: stage, as: seat.device).play()
            ledger.add(name, end, problem)
        }
    }

    /// Creates everything that is created once and kept: zygotes for each runtime, windows, readers of the database.
    private func warmUp() async {
        for bundle in bench + options.samples {
            for mode in BenchStage.Mode.allCases {
                let script = SoakScript(bundle: bundle, acts: [.close], ends: [ExpectedEnd("finished")], mode: mode)
                await play(.life(script), stage.seats[0])
            }
        }
        for seat in stage.seats { await play(.window([bench[0], bench[1]]), seat) }
        for pace in [SoakPace.patient, .callback] {
            if let fault = faults.first(where: { $0.isWindowed && $0.pace == pace }) {
                await play(.faultyWindow(fault), stage.seats[0])
            }
        }
    }

    // MARK: Sampling

    private func census() -> ResourceSnapshot {
        ResourceSnapshot(
            of: getpid(),
            home: stage.home.path,
            bundle: stage.bench.bundleFolder,
            sparing: stage.home.privateFolders
        )
    }

    /// The host's resources once they are stable, which can take the kernel a moment.
    private func quiet(like before: ResourceSnapshot) async -> ResourceSnapshot {
        await stage.dropSpares()
        var now = census()
        for _ in 0..<100 where !now.additions(to: before).isEmpty {
            try? await Task.sleep(for: .milliseconds(20))
            now = census()
        }
        return now
    }
}

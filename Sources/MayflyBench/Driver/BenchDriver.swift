internal import MayflyHost
internal import MayflyLinux
package import MayflyModel

/// Runs the measurements that a program which compares hosts requests, and prints them under the keys that all drivers share.
package struct BenchDriver {
    /// The requested measurements. Results are in microseconds and KiB.
    package struct Options: Sendable {
        let mode: BenchStage.Mode
        let launches: Int
        let trips: Int
        let payload: Int
        let stuck: Int
        let crashes: Int
        let frozen: Int
        /// Holds one extension instead of measuring; true when its callback loops.
        let hold: Bool?

        package init(
            mode: BenchStage.Mode,
            launches: Int,
            trips: Int,
            payload: Int,
            stuck: Int,
            crashes: Int,
            frozen: Int,
            hold: Bool?
        ) {
            self.mode = mode
            self.launches = launches
            self.trips = trips
            self.payload = payload
            self.stuck = stuck
            self.crashes = crashes
            self.frozen = frozen
            self.hold = hold
        }
    }

    private let options: Options
    private let stage: BenchStage

    package init(_ options: Options) throws {
        self.options = options
        stage = try BenchStage()
    }

    /// Measures, and passes the JSON object of the results to `answer`. With `hold` it does not return.
    package func run(answer: (JSONValue) -> Void) async throws {
        try await stage.whileUsed { try await measure(answer) }
    }

    private func measure(_ answer: (JSONValue) -> Void) async throws {
        // Starting the zygote and reading the files for the first time are not part of a measured launch.
        let warm = try stage.subject(.c, options.mode)
        _ = try await warm.launch()
        _ = await warm.close()
        if let busy = options.hold { return try await hold(busy, answer) }
        var result = Result()
        try await measureLives(&result)
        try await measureEnds(&result)
        answer(result.json)
    }

    private func hold(_ busy: Bool, _ answer: (JSONValue) -> Void) async throws {
        let subject = try stage.subject(.c, options.mode)
        _ = try await subject.launch()
        // The caller kills this process, which cannot clean up then. The extension keeps the files that it has open.
        stage.removeFiles()
        if busy { await subject.begin(.loop) }
        answer(.object(["hold_pid": .number(ProcessStatus.worker(of: await subject.process))]))
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        _ = await subject.kill()
        throw CancellationError()
    }

    private func measureLives(_ result: inout Result) async throws {
        for number in 0..<options.launches {
            await stage.settle()
            let subject = try stage.subject(.c, options.mode)
            let launch = try await subject.launch(firstRequest: options.payload)
            guard launch.answered > .zero else {
                throw MayflyError(.protocolViolation, "the extension did not answer with the bytes that it was sent")
            }
            result.launches.append(launch.answered)
            let share = options.trips / options.launches + (number < options.trips % options.launches ? 1 : 0)
            if share > 0 {
                _ = try await subject.trips(50, size: options.payload)
                result.trips += try await subject.trips(share, size: options.payload).map(\.reply)
            }
            let worker = ProcessStatus.worker(of: await subject.process)
            result.memory = ProcessFigures.memory(of: worker) ?? result.memory
            result.kills.append(await subject.kill())
        }
    }

    private func measureEnds(_ result: inout Result) async throws {
        for _ in 0..<options.stuck { result.stuck.append(try await kill(after: .loop)) }
        for _ in 0..<options.frozen { result.frozen.append(try await kill(after: .freeze)) }
        for _ in 0..<options.crashes {
            let subject = try stage.subject(.c, options.mode)
            _ = try await subject.launch()
            result.crashes.append(await subject.provoke(.crash))
            let next = try stage.subject(.c, options.mode)
            _ = try await next.launch()
            _ = await next.kill()
            result.survivedCrash = true
        }
        result.hostResident = ProcessFigures.hostResident
    }

    /// Ends an extension after it has had time to reach its state.
    private func kill(after behaviour: Behaviour) async throws -> Duration {
        let subject = try stage.subject(.c, options.mode)
        _ = try await subject.launch()
        await subject.begin(behaviour)
        try await Task.sleep(for: .milliseconds(5))
        return await subject.kill()
    }
}

internal import CMayflyLinux
internal import MayflyHost
internal import MayflyLinux

extension Bench {
    /// In bytes, in each direction.
    static let tripSize = 64

    /// So often the two are measured alternately: a turn takes a few milliseconds.
    private static let turns = 10

    /// Round trips through broker and worker, and round trips of the C program: with both sides on one processor, on
    /// two, and not pinned.
    func measureTrips() async throws -> [Figure] {
        let (one, other) = (mayfly_processor(0), mayfly_processor(1))
        var placements: [(name: String, here: Int32, there: Int32, target: Target)] = [
            ("free", -1, -1, .floors(1.5).andP95(2)), ("pinned", one, one, .floors(4)),
        ]
        if other >= 0 { placements.append(("split", one, other, .floors(1.5))) }
        let subject = try stage.subject(.c, .zygoteSandbox)
        _ = try await subject.launch()
        let worker = ProcessStatus.worker(of: await subject.process)
        let thread = await subject.loopThread
        var figures: [Figure] = []
        for placement in placements {
            var (bare, reply, whole) = (Series(), Series(), Series())
            for turn in 0..<Self.turns {
                let (size, count) = (Self.tripSize, plan.trips / Self.turns)
                bare.add(try floor.trips(count, size: size, here: placement.here, there: placement.there))
                _ = mayfly_pin_thread(thread, placement.here)
                _ = mayfly_pin_thread(worker, placement.there)
                if turn == 0 { _ = try await subject.trips(50, size: size) }
                let trips = try await subject.trips(count, size: size)
                reply.add(trips.map(\.reply))
                whole.add(trips.map(\.whole))
                _ = mayfly_pin_thread(thread, -1)
                _ = mayfly_pin_thread(worker, -1)
            }
            figures += [
                Figure("floor.trip.\(placement.name)", bare),
                Figure("trip.\(placement.name).reply", reply, floor: bare),
                Figure("trip.\(placement.name)", whole, floor: bare, target: placement.target),
            ]
        }
        _ = await subject.close()
        return figures
    }

    /// Round trips of several extensions at the same time, without pauses.
    func measureThroughput() async throws -> [Figure] {
        var figures: [Figure] = []
        for count in plan.throughputWorkers {
            var subjects: [BenchSubject] = []
            for _ in 0..<count {
                let subject = try stage.subject(.c, .zygoteSandbox)
                _ = try await subject.launch()
                subjects.append(subject)
            }
            var rates = Series()
            for _ in 0..<5 {
                let watch = Stopwatch()
                let trips = try await tripsAtOnce(subjects)
                rates.add(Double(trips) / watch.elapsed.inMicroseconds * 1e6)
            }
            figures.append(Figure("throughput.\(count)", rates, in: .perSecond))
            for subject in subjects { _ = await subject.close() }
        }
        return figures
    }

    private func tripsAtOnce(_ subjects: [BenchSubject]) async throws -> Int {
        let time = plan.throughput
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for subject in subjects { group.addTask { try await subject.trips(size: Self.tripSize, for: time).count } }
            var sum = 0
            for try await count in group { sum += count }
            return sum
        }
    }
}

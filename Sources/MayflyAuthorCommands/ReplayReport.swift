internal import MayflyBundles
internal import MayflyCommands
internal import MayflyModel
internal import MayflyTracing

/// What a person reads about a replay.
struct ReplayReport {
    let file: String
    let bundle: ExtensionBundle

    /// Refuses a record of another extension, and of another library unless the bundle was named.
    func requireFit(_ launches: [RecordedLaunch], isNamed: Bool) throws(MayflyError) {
        let name = "'\(SafeText.line(file))'"
        for launch in launches where launch.id != bundle.id {
            throw MayflyError(
                .invalidInput,
                "\(name): launch \(launch.number) is of \(launch.id); the bundle is \(bundle.id)"
            )
        }
        let digest = try LibraryDigest.of(bundle)
        for launch in launches where launch.library != digest {
            let (one, other) = (launch.library.prefix(12), digest.prefix(12))
            let reason =
                "launch \(launch.number) was made with the library sha256 \(one)…; that of \(bundle.id) is \(other)…"
            guard isNamed else {
                throw MayflyError(.invalidInput, "\(name): \(reason); name the bundle to replay it with that library")
            }
            Output.standard.write(line: "note: \(reason)")
        }
    }

    /// The outcome of a launch: differences, the failure with its frames, and a last line with the result.
    func lines(of outcome: Replayer.Outcome, _ launch: RecordedLaunch) async -> [String] {
        var lines = outcome.differences.lines
        if outcome.end.isFailure { lines += await failure(outcome.end) }
        let numbers = "\(outcome.callbacks) callbacks, \(outcome.calls) calls"
        let count = outcome.differences.count
        let result = count == 0 ? "as in the record" : count == 1 ? "1 difference" : "\(count) differences"
        return lines + ["launch \(launch.number) of \(launch.id): \(result); \(numbers)"]
    }

    /// A function that calls itself fills one row.
    private func folded(_ rows: [String]) -> [String] {
        var runs: [(row: String, count: Int)] = []
        for row in rows {
            if runs.last?.row == row { runs[runs.count - 1].count += 1 } else { runs.append((row, 1)) }
        }
        return runs.map { $0.count == 1 ? $0.row : "\($0.row), \($0.count) times" }
    }

    private func failure(_ end: WorkerEnd) async -> [String] {
        let message = end.failure(of: bundle.manifest.name).message
        var rows: [String] = []
        let frames = end.crash?.frames ?? end.stack?.frames ?? []
        let places = await SourceLines.find(frames, in: bundle)
        for frame in frames {
            let place = frame.isOwn ? places[frame.address].map { " at \($0)" } ?? "" : ""
            rows.append("  \(SafeText.line(frame.text, limit: 400))\(place)\(frame.isGuess ? " ?" : "")")
        }
        return [message] + folded(rows)
    }
}

internal import MayflyBundles
public import MayflyModel
internal import MayflyStore

extension ExtensionHost {
    /// Forgets the failures of an extension: one that rests may be launched again. False when there were none.
    /// - Throws: `.store`.
    @discardableResult
    public func reset(_ id: ExtensionID) throws(MayflyError) -> Bool { try store.forgetCrashes(of: id) }

    /// Refuses an extension that rests because it failed again and again. True where something is held against it that a
    /// launch can make up for.
    func requireRested(_ bundle: ExtensionBundle) throws(MayflyError) -> Bool {
        guard policy.crashLoop.failures > 0, let record = try store.crashRecord(of: bundle.id) else { return false }
        guard try bundle.librarySHA256() == record.library else {
            try store.forgetCrashes(of: bundle.id)
            return false
        }
        guard let rest = record.rest(at: clock.now) else { return record.rests > 0 }
        let refusal = record.refusal(for: rest, policy.crashLoop)
        throw MayflyError(
            .resting,
            "\(SafeText.line(bundle.manifest.name)) \(refusal); `mayfly reset \(bundle.id)` clears it"
        )
    }

    /// Remembers how a launch ended, as far as that counts.
    func remember(_ end: WorkerEnd, of source: RunningExtension) throws(MayflyError) {
        guard policy.crashLoop.failures > 0 else { return }
        if end.countsAsFailure {
            // A library that was replaced meanwhile is not the one that failed.
            guard FileStamp(path: source.bundle.libraryPath) == source.library else { return }
            let library = try source.bundle.librarySHA256()
            try store.noteFailure(
                of: source.bundle.id,
                library: library,
                at: clock.now,
                launchedAt: source.record.launched,
                policy.crashLoop
            )
        } else if case .finished = end.cause, source.isOnProbation {
            try store.noteGoodEnd(of: source.bundle.id, launchedAt: source.record.launched)
        }
    }
}

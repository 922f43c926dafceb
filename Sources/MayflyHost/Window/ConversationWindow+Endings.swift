internal import MayflyABI
internal import MayflyBundles
internal import MayflyModel
internal import MayflyWorkers

extension ConversationWindow {
    /// The extension asked for more time while it resigns; the person sees what for.
    func take(
        _ request: Arguments,
        completion: UInt64,
        _ outcome: Result<Duration, MessageError>,
        from source: RunningExtension
    ) async {
        switch outcome {
        case .success(let time):
            let reason = SafeText.line(request["reason"].text ?? "", limit: 200)
            observer(.moreTime(source.bundle.id, milliseconds: time.milliseconds, reason: reason))
            await answer(request, CallAnswer(), completion: completion, from: source)
        case .failure(let error):
            await answer(request, CallAnswer(error: error), completion: completion, from: source)
        }
    }

    /// Notes a failure, or that there was none, for the next launch.
    func remember(_ end: WorkerEnd, of source: RunningExtension) {
        do throws(MayflyError) {
            try host.remember(end, of: source)
        } catch {
            observer(.log(source.bundle.id, .warning, "its end is not remembered: \(error.message)"))
        }
    }
}

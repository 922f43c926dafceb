internal import MayflyABI
internal import MayflyModel

extension Worker {
    /// The callback that runs has not returned in time.
    func callbackIsLate() {
        guard case .open(let running) = state, let running else { return }
        end(.unresponsive(callback: running.function.name, milliseconds: running.limit.milliseconds))
    }

    /// Moves the deadline of the resign callback that runs, as far as the launch has time left. Done here and not by the
    /// owner of the worker, because the deadline does not wait for the owner.
    func giveTime(_ call: Arguments) -> Result<Duration, MessageError> {
        guard case .open(var running?) = state, running.mayTakeMoreTime else {
            return .failure(
                MessageError(.notActive, "extend: only willResignActive and didResignActive can be given more time")
            )
        }
        let wanted = Duration.milliseconds(Int64(clamping: call["milliseconds"].unsigned ?? 0))
        guard wanted > .zero else { return .failure(MessageError(.invalidArgument, "extend: 0 ms are no time")) }
        let given = min(wanted, policy.moreTime - timeGiven)
        guard given > .zero else {
            let most = policy.moreTime.milliseconds
            return .failure(MessageError(.limitExceeded, "extend: the \(most) ms of this launch are used up"))
        }
        timeGiven += given
        running.limit += given
        running.deadline = loop.postpone(running.deadline, by: given)
        state = .open(running: running)
        return .success(given)
    }
}

internal import MayflyModel

extension ConversationWindow {
    /// An extension must react to a change of style at once; one that does not is named in its log (C-092).
    func reportIfSlow(_ duration: Duration) {
        guard let callback = running?.callback, callback.isTransition, duration > host.policy.transition else { return }
        let limit = host.policy.transition.milliseconds
        report(.warning, "\(callback.name) took \(duration.milliseconds) ms; a change of style has \(limit) ms")
    }
}

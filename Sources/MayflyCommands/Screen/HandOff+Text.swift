internal import MayflyHost
internal import MayflyModel
internal import MayflyStore

extension HandOff {
    /// What a person at a terminal is told.
    ///
    /// - Parameter isOwn: whether the device in front of the person has offered it.
    func line(isOwn: Bool) -> String {
        let (from, place) = (SafeText.line(source.name), SafeText.line(conversation.name))
        switch state {
        case .offered where isOwn: return "the message waits on the other devices of \(SafeText.line(source.ownerName))"
        case .offered: return "continue from \(from): 'continue' opens the message in '\(place)'"
        case .taken(let device): return "\(SafeText.line(device.name)) has opened the message from \(from)"
        case .withdrawn where isOwn: return "the message waits on no other device any more"
        case .withdrawn: return "the message from \(from) waits no more"
        }
    }
}

package import MayflyABI
package import MayflyBundles
package import MayflyModel

/// What watches the launches of a host, such as a trace or a record. Without one, nothing is made for it.
package protocol LaunchWatcher: Sendable {
    /// A launch begins. What is returned is told what happens in it; nil for a launch that is not watched.
    func watch(_ bundle: ExtensionBundle, _ request: LaunchRequest) -> (any FrameWatcher)?
}

/// What is told of the frames of one launch, in their order, on the event loop. It must not wait.
package protocol FrameWatcher: Sendable {
    /// Takes an event, so many microseconds after the beginning of the launch.
    func take(_ event: FrameEvent, at microseconds: Int64)
}

/// What happens between the host and a worker.
package enum FrameEvent: Sendable {
    /// The host sends a frame: these bytes, with their length before them.
    case sent([UInt8])
    /// A frame of the worker is handled. One that breaks the protocol is the last one.
    case received(Frame)
    /// The process has ended.
    indirect case ended(WorkerEnd)
}

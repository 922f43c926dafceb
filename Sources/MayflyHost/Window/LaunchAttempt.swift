internal import MayflyModel
internal import MayflyWorkers

/// What a launch that fails has to give back.
struct LaunchAttempt {
    /// What is kept of it; nil while the extension is not even tried.
    var record: LaunchRecord?
    /// Its process, once there is one.
    var worker: Worker?
    /// Its place among the workers that live.
    var place: LiveWorkers.Slot?
}

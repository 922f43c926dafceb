internal import MayflyABI

/// A call that was accepted and is not answered yet.
struct OpenCall: Sendable {
    let call: Arguments
    /// The token of its completion; 0 for none.
    let completion: UInt64
    let source: RunningExtension
}

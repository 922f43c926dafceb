/// The bounds of the numbers in traces and records. Who writes them keeps these, and who reads them refuses everything outside.
package enum RunBounds {
    /// The launches of a run, by their numbers.
    package static let launches = 1...(1 << 16)
    /// Microseconds from the beginning of a launch, or for which something took.
    package static let times: ClosedRange<Int64> = 0...(1 << 52)
}

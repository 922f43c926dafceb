/// The limits of a run of a fault.
package enum FaultPace: String {
    /// No limit that matters: the machine is busy.
    case patient
    /// Short deadlines, which an extension that does not answer meets soon.
    case strict
    /// Small budgets of processor time, which an extension that computes without end, or makes the host do so, uses up soon.
    case frugal
}

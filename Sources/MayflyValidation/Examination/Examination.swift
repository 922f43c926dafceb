/// A bundle while it is checked: what its files say, and the runs of its extension, each carried out once.
struct Examination: Sendable {
    let facts: BundleFacts
    let runs: ExtensionRuns
}

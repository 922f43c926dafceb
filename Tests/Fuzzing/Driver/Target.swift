import MayflyFuzzing

/// The reader that this process fuzzes.
enum Target {
    /// Named by the first argument; nil for a name that is none.
    static let reader = CommandLine.arguments.dropFirst().first.flatMap(FuzzedReader.init(rawValue:))
}

extension Duration {
    /// Whole milliseconds, rounded down.
    package var milliseconds: Int64 { microseconds / 1000 }

    /// Whole microseconds, rounded down.
    package var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    /// The seconds with three decimal places, such as `1.250`, as reports for programs have them. A negative duration is 0.000.
    package var secondsText: String {
        let milliseconds = max(0, milliseconds)
        return "\(milliseconds / 1000).\("\(1000 + milliseconds % 1000)".dropFirst())"
    }
}

internal import MayflyModel

/// A trace as text: a line a step.
enum TraceText {
    static let title = "mayfly trace 1"

    /// What stands around the lines of each piece of a trace.
    static func frame(of trace: UUID128) -> PiecedFile.Frame {
        PiecedFile.Frame(
            beginning: { piece in
                """
                \(title)
                # piece \(piece) of trace \(trace)
                # microseconds since the launch, number of the launch, thread, step

                """
            },
            separator: "\n",
            end: "\n"
        )
    }
}

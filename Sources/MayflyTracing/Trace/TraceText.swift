/// A trace as text: a line a step.
enum TraceText {
    static let title = "mayfly trace 1"

    static let frame = PiecedFile.Frame(
        beginning: title + "\n# microseconds since the launch, number of the launch, thread, step\n",
        separator: "\n",
        end: "\n"
    )
}

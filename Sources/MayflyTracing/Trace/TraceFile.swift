internal import MayflyABI
package import MayflyModel
package import MayflyWorkers
internal import Synchronization

/// The forms of a trace.
package enum TraceFormat: String, Sendable, CaseIterable {
    /// A line a step, for people and for `mayfly trace`.
    case text
    /// The events of Chrome and Perfetto.
    case json
}

/// Writes a trace into files while it happens.
package final class TraceFile: LaunchWriter {
    private struct State: ~Copyable {
        var tracers: [Int: Tracer] = [:]
        var chrome = ChromeTrace()
        let file: PiecedFile

        init(_ file: PiecedFile) { self.file = file }
    }

    /// The largest size of a piece, in bytes: viewers open files of 50 MB.
    package static let pieceLimit = 49_000_000

    private let format: TraceFormat
    private let path: String
    private let mostPieces: Int
    private let state: Mutex<State>

    /// Throws `.files` where the file cannot be made.
    package init(
        path: String,
        format: TraceFormat,
        pieceLimit: Int = pieceLimit,
        mostPieces: Int = PiecedFile.mostPieces
    ) throws(MayflyError) {
        self.path = path
        self.mostPieces = mostPieces
        self.format = format
        let frame = format == .text ? TraceText.frame(of: UUID128()) : ChromeTrace.frame(of: UUID128())
        let file = try PiecedFile(path: path, frame, limit: pieceLimit, most: mostPieces)
        state = Mutex(State(file))
    }

    package func begin(_ launch: LaunchFacts) {
        let line = TraceLine.launch(
            launch.number,
            of: launch.id,
            version: launch.version,
            style: launch.style,
            locale: launch.locale
        )
        write(line) { $0.tracers[launch.number] = Tracer(launch: launch.number) }
    }

    package func take(_ event: FrameEvent, of launch: Int, at microseconds: Int64) {
        let line = state.withLock { $0.tracers[launch]?.line(event, at: microseconds) }
        if let line { write(line) { _ in } }
    }

    /// Writes a line that was decoded elsewhere.
    package func write(_ line: TraceLine) { write(line) { _ in } }

    private func write(_ line: TraceLine, _ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            switch format {
            case .text: state.file.write([line.text])
            case .json: state.file.write(state.chrome.events(of: line))
            }
            if line.kind == .end {
                state.tracers[line.launch] = nil
                state.file.flush()
            }
        }
    }

    package func finish(lacking reason: String? = nil) throws(MayflyError) {
        let (problem, isFull) = state.withLock { state in
            state.file.close()
            return (state.file.problem, state.file.isFull)
        }
        if let problem { throw problem }
        if let reason = isFull ? "a trace has at most \(mostPieces) files" : reason {
            throw MayflyError(.files, "'\(SafeText.line(path))': the trace is not whole: \(reason)")
        }
    }
}

extension Table {
    /// The newest version of the interface as people write it, such as `1.0`.
    package static var newestVersionText: String { text(of: newestVersion) }

    /// A version of the interface as people write it.
    package static func text(of version: UInt32) -> String { "\(version >> 16).\(version & 0xFFFF)" }
}

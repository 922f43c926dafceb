package import MayflyABI
package import MayflyModel

/// A recorded run: what went over the border in each of its launches.
package struct Recording: Sendable {
    /// In the order in which they began.
    package internal(set) var launches: [RecordedLaunch] = []
    /// Why something of the run is left out; nil where nothing is.
    package internal(set) var lacking: String?
}

extension Recording {
    /// Refuses a record from which something is left out. `path` is that of its file.
    package func requireWhole(_ path: String) throws(MayflyError) {
        guard let lacking else { return }
        throw MayflyError(.invalidInput, "'\(SafeText.line(path))': the record is not whole: \(lacking)")
    }
}

/// One launch of a recorded run.
package struct RecordedLaunch: Sendable {
    /// The number of the launch in the run, from 1.
    package let number: Int
    package let id: ExtensionID
    package let version: String
    /// The SHA-256 of the library, as hexadecimal digits.
    package let library: String
    package let style: PresentationStyle
    package let locale: String
    /// In the order in which they happened.
    package internal(set) var steps: [RecordedStep] = []
    /// Nil where the record ends before the launch.
    package internal(set) var end: RecordedEnd?
}

/// What happened in a launch.
package enum RecordedStep: Sendable {
    /// The host sent the frame.
    case sent(Frame, time: Int64)
    /// The worker sent the frame. In the ranges of its payload stand letters for others.
    case received(Frame, time: Int64, standIns: [Range<Int>])
    /// From here on there is a file in a folder of the extension.
    case file(RecordedFile)
}

/// A file of a launch.
package struct RecordedFile: Sendable, Equatable {
    /// The path in a sandbox, such as `/private/state.json`.
    package let path: String
    /// In bytes.
    package let size: Int
    /// Nil where only the size is known.
    package let content: [UInt8]?
}

/// The finished ice creams of this person, newest first, one a line.
struct History: Sendable {
    /// `nil` where the host has no storage: then nothing is kept.
    private let file: TextFile?
    private(set) var iceCreams: [IceCream]

    private static let limit = 50

    /// Reads what earlier processes kept. A damaged line is left out.
    init(folder: String?) {
        file = folder.map { TextFile(path: $0 + "/history") }
        iceCreams = (file?.read() ?? "").split(separator: "\n").compactMap { IceCream(line: $0) }
    }

    /// Keeps one more, at once.
    mutating func add(_ iceCream: IceCream) -> Bool {
        iceCreams = Array(([iceCream] + iceCreams).prefix(Self.limit))
        return file?.write(iceCreams.map { $0.line + "\n" }.joined()) ?? false
    }
}

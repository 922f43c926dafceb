/// A reader of the host that takes bytes from strangers, as fuzzers and their corpus call it.
package enum FuzzedReader: String, CaseIterable, Codable, Sendable {
    /// The byte stream of a worker: frames, and in them what each kind carries.
    case frames
    /// The payload of one row of the interface table; the first three bytes choose the row.
    case rows
    /// `manifest.json`.
    case manifest
    /// The asset catalogue of a sticker pack; see `PackInput`.
    case pack
    /// A view: the JSON of a card, drawn and used.
    case view
    /// JSON by itself.
    case json
    /// The headers and symbols of a shared library.
    case library
    /// A picture or movie.
    case picture
    /// The lines of a client of the host protocol.
    case requests
    /// What a card writes: a regular expression, and behind the first line end a text with Markdown and moments.
    case words
    /// Requests of HTTP, as the server of the page takes them.
    case web
    /// The metadata of a store, or the archive of a bundle; the first byte chooses which (see `StoreInput`).
    case store
    /// A record of a run, or a trace.
    case record

    /// Has the reader read the bytes. What it refuses is fine; what it gets wrong ends the process, as a crash does.
    package func read(_ bytes: [UInt8]) {
        switch self {
        case .frames: FrameInput.read(bytes)
        case .rows: RowInput.read(bytes)
        case .manifest: ManifestInput.read(bytes)
        case .pack: PackInput.read(bytes)
        case .view: ViewInput.read(bytes)
        case .json: JSONInput.read(bytes)
        case .library: LibraryInput.read(bytes)
        case .picture: PictureInput.read(bytes)
        case .requests: RequestInput.read(bytes)
        case .words: WordsInput.read(bytes)
        case .web: WebInput.read(bytes)
        case .store: StoreInput.read(bytes)
        case .record: RecordInput.read(bytes)
        }
    }
}

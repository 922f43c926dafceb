internal import Foundation
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC
internal import MayflyStore

extension Methods {
    static let transcripts: [Method] = [
        .look(
            "transcript.page",
            "Rows of a transcript above a row; without one, the end of the transcript.",
            before,
            result: Shapes.page
        ) { _, open, item in
            guard let item else { return await open.window.transcript }
            return try await open.window.page(before: item)
        },
        .look(
            "transcript.seen",
            "Notes that the person has seen the transcript up to a row, which 'unseen' of conversations counts from. It is kept for the device.",
            Parameter<ItemID>.named("item", "the id of an item", "The 'id' of the newest row that was in view.") {
                ItemID($0)
            },
            result: Results.done
        ) { _, open, item in
            try await open.window.markSeen(item)
        },
        .look(
            "text.read",
            "A piece of a long text: of an item of the transcript, or of the input field.",
            textItem,
            Parameter<Int>.offset,
            Parameter<Int>.pieceLength,
            result: Results.text
        ) { _, open, item, offset, length in
            let text = try await open.window.text(of: item)
            return Piece(Array(text.utf8), from: offset, most: length)
        },
        .query(
            "media.read",
            "A piece of a picture, a movie or another file.",
            digest,
            Parameter<Int>.offset,
            Parameter<Int>.pieceLength,
            result: Results.bytes
        ) { client, digest, offset, length in
            let piece = try client.host.media(digest, from: offset, most: length)
            return Piece(bytes: piece.bytes, size: piece.size)
        },
        .query(
            "media.path",
            "Where a file lies on this machine. It must not be changed.",
            digest,
            result: Results.path
        ) { client, digest in
            try client.host.mediaPath(digest)
        },
    ]

    private static let digest = Parameter<ContentDigest>.named(
        "sha256",
        "a SHA-256 of 64 hexadecimal digits",
        "The 'sha256' of the file."
    ) { ContentDigest(rawValue: $0) }
    private static let before = Parameter<ItemID>.named(
        "before",
        "the id of an item",
        "The 'id' of the row whose earlier rows are wanted."
    ) { ItemID($0) }.optional
    private static let textItem = Parameter<ItemID>.named(
        "item",
        "the id of an item",
        "The 'id' of the item; without it, the text of the input field."
    ) { ItemID($0) }.optional
}

extension Parameter where Value == Int {
    /// Where a piece of a content begins.
    static var offset: Parameter { integer("offset", 0...Int(Int32.max), "How many bytes to leave out.").or(0) }

    /// How long a piece of a content may be.
    static var pieceLength: Parameter {
        integer("length", 1...ConnectionLimits.piece, "How many bytes to give at most.").or(ConnectionLimits.piece)
    }
}

/// A part of a content, and how long the whole is.
struct Piece: Sendable {
    let bytes: [UInt8]
    let size: Int

    init(bytes: [UInt8], size: Int) { (self.bytes, self.size) = (bytes, size) }

    init(_ all: [UInt8], from offset: Int, most: Int) {
        self.init(bytes: Array(all.dropFirst(offset).prefix(most)), size: all.count)
    }
}

extension Results {
    static let bytes = Shape<Piece>.object(
        "Piece",
        "A part of a content.",
        [
            Field("base64", .text, "The bytes.") { Data($0.bytes).base64EncodedString() },
            Field("size", .integer, "How many bytes the whole content has.") { $0.size },
        ]
    )

    fileprivate static let text = Shape<Piece>.object(
        "TextPiece",
        "A part of a text. A piece may begin or end inside a character.",
        [
            Field("base64", .text, "The bytes of UTF-8.") { Data($0.bytes).base64EncodedString() },
            Field("size", .integer, "How many bytes the whole text has.") { $0.size },
        ]
    )

    fileprivate static let path = Shape<String>.object(
        "MediaPath",
        "Where a file lies.",
        [Field("path", .text, "The path.") { $0 }]
    )
}

/// Checks the outer boxes of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2). Their content is not decoded.
struct MovieInspector {
    private var cursor: ByteCursor
    private var hasDescription = false
    private var hasData = false

    /// Throws the first problem of an incomplete file.
    static func inspect(_ bytes: [UInt8]) throws(PictureProblem) {
        var inspector = MovieInspector(cursor: ByteCursor(bytes))
        while inspector.cursor.left > 0 { try inspector.step() }
        guard inspector.hasDescription else { throw PictureProblem("truncated: no description of the movie (moov)") }
        guard inspector.hasData else { throw PictureProblem("truncated: no movie data (mdat)") }
    }

    private init(cursor: ByteCursor) {
        self.cursor = cursor
    }

    private mutating func step() throws(PictureProblem) {
        try cursor.beginPart("boxes")
        let start = cursor.position
        var length = UInt64(try cursor.bigWord("the length of a box"))
        let typeStart = cursor.position
        let type = try cursor.bigWord("the type of a box")
        // For errors only: making it takes longer than all other steps.
        let bytes = cursor.bytes
        var name: String { "the box \(shown(String(decoding: bytes[typeStart..<typeStart + 4], as: UTF8.self)))" }
        if length == 1 {
            length = UInt64(try cursor.bigWord(name)) << 32 | UInt64(try cursor.bigWord(name))
        }
        // A length of 0 reaches to the end of the file.
        let rest = length == 0 ? UInt64(cursor.left) : length &- UInt64(cursor.position - start)
        guard rest <= UInt64(cursor.left) else {
            throw PictureProblem("truncated or damaged: \(name) does not end inside the file")
        }
        try cursor.skip(Int(rest), name)
        if type == 0x6D6F_6F76 { hasDescription = true }  // moov
        if type == 0x6D64_6174 { hasData = true }  // mdat
    }
}

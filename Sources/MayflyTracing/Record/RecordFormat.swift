internal import MayflyABI
internal import MayflyLinux

/// The bytes of a record: a title, then chunks, of which the last one is a digest of all before it.
///
/// ```
/// u8 kind | u32 length | payload
/// ```
enum RecordFormat {
    static let title = Array("mayfly record 1\n".utf8)
    /// What the title of every version begins with.
    static let anyTitle = Array("mayfly record ".utf8)

    enum Chunk: UInt8 {
        /// JSON about the whole record: the version of the interface, and for people that of the host and whether it keeps data.
        case header = 1
        /// JSON about a launch, which begins.
        case launch = 2
        /// `u32` launch, path, `u64` size, `u8` 1 with the content or 0.
        case file = 3
        /// `u32` launch, `u64` microseconds, the frame without its length.
        case sent = 4
        /// The same, then a count of ranges and their starts and lengths.
        case received = 5
        /// `u32` launch and JSON.
        case end = 6
        /// Text: why something is left out, so that the record is not whole.
        case lacking = 7
        /// The SHA-256 of all bytes before this chunk.
        case finish = 255
    }

    /// Bytes before the payload of a chunk.
    static let head = 5
    /// The longest payload of a chunk.
    static let longest = 64 << 20
    /// The largest record in bytes.
    static let largest = 256 << 20
    /// Bytes that are kept for the chunks at the end of the largest record.
    static let reserve = 1024
    /// The largest total size of the files of a launch.
    static let largestFiles = 256 << 20
    /// The largest locale in bytes.
    static let longestLocale = 100

    static func chunk(_ kind: Chunk, _ payload: [UInt8]) -> [UInt8] {
        var writer = WireWriter(reserving: payload.count + head)
        writer.write(kind.rawValue)
        writer.write(UInt32(clamping: payload.count))
        writer.write(raw: payload)
        return writer.finish()
    }
}

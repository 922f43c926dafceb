internal import MayflyABI
internal import MayflyWorkers

/// An answer to `readSession`: messages are added from the newest on, up to the one that does not fit.
struct SessionPage {
    /// The limit for the bytes of all messages in one answer. It leaves room in the frame for the rest of the answer.
    private static let largest = 768 * 1024
    /// The limit for the number of messages in one answer.
    private static let longest = 256

    private let limit: Int
    /// The newest first.
    private var messages: [Value] = []
    private var room = Self.largest
    private var hasOlder = false

    /// An empty answer to this call.
    init(_ call: Arguments) {
        let limit = Int(clamping: call["limit"].unsigned ?? 0)
        self.limit = limit == 0 ? Self.longest : min(limit, Self.longest)
    }

    /// Adds the next older message. False where the page is full: then nothing more is to be read.
    mutating func add(_ message: RecordValue) -> Bool {
        var writer = WireWriter()
        writer.write(message)
        room -= writer.count
        // An answer has at least one message: with none, an extension that reads page by page would never advance.
        hasOlder = messages.count == limit || (room < 0 && !messages.isEmpty)
        if !hasOlder { messages.append(.record(message)) }
        return !hasOlder
    }

    /// The messages, the oldest first, and whether there are older ones.
    var answer: CallAnswer { CallAnswer(values: [.list(messages.reversed()), .boolean(hasOlder)]) }
}

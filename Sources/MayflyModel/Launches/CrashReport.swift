/// Where a worker crashed, as a handler in the worker itself noted it down.
///
/// A hint for the author, not a proof: what runs in the worker can write there too. Where an extension has a handler of its
/// own for the signal, or the signal was blocked or came from outside, there is no report, and the signal alone is known.
public struct CrashReport: Sendable, Hashable, Codable {
    /// One call on the stack.
    public struct Frame: Sendable, Hashable, Codable {
        /// The path of the extension's library in its bundle, or the file name of another library; nil where the address lies
        /// in none.
        public let library: String?
        /// Whether the library is the extension's.
        public let isOwn: Bool
        /// The function, as the library's symbol table has it; nil where it says nothing.
        public let symbol: String?
        /// The address in the library, as tools that read its debug information want it; the bare address without a library.
        public let address: UInt64
        /// Found on the stack, and perhaps left there by a call that had returned.
        public let isGuess: Bool

        package init(
            library: String?,
            isOwn: Bool,
            symbol: String?,
            address: UInt64,
            isGuess: Bool
        ) {
            self.library = library
            self.isOwn = isOwn
            self.symbol = symbol
            self.address = address
            self.isGuess = isGuess
        }
    }

    public let signal: Int32
    /// The kernel's reason, `si_code` (sigaction, man 2).
    public let code: Int32
    /// The memory, or for SIGILL and SIGFPE the instruction, that caused it; nil where the signal was sent.
    public let faultAddress: UInt64?
    public let isMainThread: Bool
    /// The innermost call first.
    public let frames: [Frame]

    package init(
        signal: Int32,
        code: Int32,
        faultAddress: UInt64?,
        isMainThread: Bool,
        frames: [Frame]
    ) {
        self.signal = signal
        self.code = code
        self.faultAddress = faultAddress
        self.isMainThread = isMainThread
        self.frames = frames
    }

    /// The innermost call in the extension's own library, be it guessed: functions of the system that end a process, or that
    /// are given bad pointers, often keep no frame by which their caller would be known for certain.
    public var place: Frame? { frames.first(where: \.isOwn) }
}

extension CrashReport.Frame {
    /// Such as `vote() of tally.so`, or `0x12a4 of tally.so`; the bare address without a library.
    package var text: String {
        let place = symbol.map { symbol in Self.isPlain(symbol) ? symbol + "()" : symbol }
        let name = library.map { " of \($0.split(separator: "/").last ?? "")" } ?? ""
        return (place ?? "0x" + String(address, radix: 16)) + name
    }

    /// A name of C. Those of C++, Rust and Swift are mangled, and shown as they are: what would make them readable is much
    /// code for text that a stranger chose.
    private static func isPlain(_ name: String) -> Bool {
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        return isWord && !name.hasPrefix("_Z") && !name.hasPrefix("_R")
    }
}

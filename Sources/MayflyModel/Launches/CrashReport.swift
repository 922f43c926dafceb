/// Where a worker crashed, as the signal handler in the worker recorded it.
///
/// It is a hint for the author and not reliable: code in the worker can write to the same memory. There is no report,
/// only a signal, where the extension has its own handler for it, and where the signal was blocked or sent by another
/// process.
public struct CrashReport: Sendable, Hashable, Codable {
    /// One call on the stack.
    public struct Frame: Sendable, Hashable, Codable {
        /// The path of the extension's library in its bundle, or the file name of another library; nil for an address
        /// outside of all libraries.
        public let library: String?
        /// Whether the library is the extension's.
        public let isOwn: Bool
        /// The name of the function in the library's symbol table; nil when the table does not have it.
        public let symbol: String?
        /// The readable form of a mangled name of C++, Swift or Rust; nil for other names, and when it was not found. It
        /// is cut at 300 characters.
        public package(set) var demangled: String?
        /// The address in the library, as debugging tools expect it; the address in memory when there is no library.
        public let address: UInt64
        /// Whether the address was found by scanning the stack; it may be left over from a call that has returned.
        public let isGuess: Bool

        package init(
            library: String?,
            isOwn: Bool,
            symbol: String?,
            demangled: String? = nil,
            address: UInt64,
            isGuess: Bool
        ) {
            self.library = library
            self.isOwn = isOwn
            self.symbol = symbol
            self.demangled = demangled
            self.address = address
            self.isGuess = isGuess
        }
    }

    /// The number of the signal.
    public let signal: Int32
    /// The kernel's reason, `si_code` (sigaction, man 2).
    public let code: Int32
    /// The address of the memory access, or for SIGILL and SIGFPE of the instruction; nil for a signal that a process
    /// sent.
    public let faultAddress: UInt64?
    /// Whether the main thread of the worker crashed, the thread of all callbacks.
    public let isMainThread: Bool
    /// The innermost call first. If the extension's library has any, the last one is its outermost call.
    public package(set) var frames: [Frame]

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

    /// The innermost call in the extension's own library. A guessed one counts only if no other one is known: it may be
    /// a return address of an earlier call.
    public var location: Frame? { frames.location }
}

/// What a worker was doing when it missed a deadline. Like a crash report, it comes from the worker itself and is only
/// a hint.
public struct StackReport: Sendable, Hashable, Codable {
    /// Whether it is the stack of the main thread, the thread of all callbacks.
    public let isMainThread: Bool
    /// The innermost call first.
    public let frames: [CrashReport.Frame]

    package init(isMainThread: Bool, frames: [CrashReport.Frame]) {
        self.isMainThread = isMainThread
        self.frames = frames
    }

    /// The innermost call in the extension's own library, as in a crash report.
    public var location: CrashReport.Frame? { frames.location }
}

extension [CrashReport.Frame] {
    fileprivate var location: CrashReport.Frame? {
        first { $0.isOwn && !$0.isGuess } ?? first(where: \.isOwn)
    }
}

extension CrashReport.Frame {
    /// Such as `vote() of tally.so`, `poll::Box::count(int) of poll.so` or `0x12a4 of tally.so`; the address alone when there is no
    /// library.
    package var text: String {
        let function = demangled ?? symbol.map { symbol in Self.isPlain(symbol) ? symbol + "()" : symbol }
        let name = library.map { " of \($0.split(separator: "/").last ?? "")" } ?? ""
        return (function ?? "0x" + String(address, radix: 16)) + name
    }

    /// Whether it is a name of C, and not a mangled one.
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

internal import CMayflyLinux
internal import Glibc
internal import MayflyBundles
internal import MayflyModel

/// The contents of the memory that an ended worker shared with the host.
///
/// The worker may have written anything: every number is checked against its bounds, and nothing is trusted.
package struct BlackBox: Sendable {
    struct Frame: Sendable {
        let address: UInt64
        let isGuess: Bool
    }

    /// A mapping of code that contains a frame.
    struct Module: Sendable {
        let start: UInt64
        let end: UInt64
        /// The offset of the mapping in its file.
        let fileOffset: UInt64
        let inode: UInt64
        /// The last part of the file's path; nil if there is no file.
        let name: String?
    }

    /// Whether it has a report: of a crash, or of the stack that the host asked for.
    let hasReport: Bool
    let signal: Int32
    let code: Int32
    let isMainThread: Bool
    let faultAddress: UInt64
    let frames: [Frame]
    let modules: [Module]
    /// The numbers of the system calls that were refused.
    let refused: [UInt32]

    /// Reads the memory. Empty if it cannot be read.
    init(descriptor: Int32) {
        let head = Self.read(descriptor, Int(MAYFLY_BOX_AT_FRAMES))
        let isEmpty = ELFBytes(head).short(Int(MAYFLY_BOX_AT_STATE)) == MAYFLY_BOX_EMPTY.rawValue
        self.init(isEmpty ? head : Self.read(descriptor, Int(MAYFLY_BOX_BYTES)))
    }

    /// Parses the bytes of the memory. Bytes beyond their end read as zero.
    init(_ bytes: [UInt8]) {
        let box = ELFBytes(bytes)
        hasReport = box.short(Int(MAYFLY_BOX_AT_STATE)) != MAYFLY_BOX_EMPTY.rawValue
        signal = Int32(bitPattern: box.short(Int(MAYFLY_BOX_AT_SIGNAL)))
        code = Int32(bitPattern: box.short(Int(MAYFLY_BOX_AT_CODE)))
        isMainThread = box.short(Int(MAYFLY_BOX_AT_THREAD)) != 0
        faultAddress = box.word(Int(MAYFLY_BOX_AT_FAULT))
        let refusedCount = Self.count(box, Int(MAYFLY_BOX_AT_REFUSED_COUNT), most: Int(MAYFLY_BOX_REFUSED))
        var refused: [UInt32] = []
        for index in 0..<refusedCount {
            let number = box.short(Int(MAYFLY_BOX_AT_REFUSED) + index * 4)
            if !refused.contains(number) { refused.append(number) }
        }
        self.refused = refused
        guard hasReport else {
            (frames, modules) = ([], [])
            return
        }
        let frameCount = Self.count(box, Int(MAYFLY_BOX_AT_FRAME_COUNT), most: Int(MAYFLY_BOX_FRAMES))
        frames = (0..<frameCount).map { index in
            let offset = Int(MAYFLY_BOX_AT_FRAMES) + index * Int(MAYFLY_BOX_FRAME_BYTES)
            return Frame(address: box.word(offset), isGuess: box.word(offset + 8) & UInt64(MAYFLY_BOX_GUESSED) != 0)
        }
        let moduleCount = Self.count(box, Int(MAYFLY_BOX_AT_MODULE_COUNT), most: Int(MAYFLY_BOX_MODULES))
        modules = (0..<moduleCount).map { index in
            Self.module(box, at: Int(MAYFLY_BOX_AT_MODULES) + index * Int(MAYFLY_BOX_MODULE_BYTES))
        }
    }

    /// SI_QUEUE (sigaction, man 2), which Swift does not see: the host asked for the stack.
    private static let asked: Int32 = -1

    /// Whether its report is about this end. If the process ended by another signal than that of the report, the report
    /// is about a crash that did not end it.
    func explains(_ cause: WorkerEnd.Cause) -> Bool {
        switch cause {
        case .crashed(let signal): hasReport && self.signal == signal
        case .unresponsive, .launchTimeout: hasReport && signal == SIGSYS && code == Self.asked
        default: false
        }
    }

    /// The mapping that contains an address.
    func module(of address: UInt64) -> Module? { modules.first { $0.start <= address && address < $0.end } }

    private static func module(_ box: ELFBytes, at offset: Int) -> Module {
        let name = (0..<Int(MAYFLY_BOX_NAME)).lazy.map { box.byte(offset + 32 + $0) }.prefix { $0 != 0 }
        let path = String(decoding: Array(name), as: UTF8.self)
        return Module(
            start: box.word(offset),
            end: box.word(offset + 8),
            fileOffset: box.word(offset + 16),
            inode: box.word(offset + 24),
            name: path.split(separator: "/").last.map { SafeText.line(String($0), limit: 100) }
        )
    }

    private static func count(_ box: ELFBytes, _ offset: Int, most: Int) -> Int { min(Int(box.short(offset)), most) }

    private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8] {
        (try? RegularFile.read(descriptor, at: 0, count: count)) ?? []
    }
}

internal import Glibc
internal import MayflyABI
internal import MayflyBundles
internal import MayflyModel

extension CrashReport {
    /// The report of a black box, with the names of functions read from the extension's library.
    ///
    /// It reads a file, and is not for the thread of the event loop. `library` is open for reading and stays the caller's; nil
    /// leaves functions without names.
    package init(_ box: BlackBox, library: Int32?, named name: String) {
        // Only the kernel's own signals have an address; in its place stands who sent the others.
        let hasAddress = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP].contains(box.signal) && box.code > 0
        var status = stat()
        let table = library.flatMap { fstat($0, &status) == 0 ? ELFSymbolTable(descriptor: $0) : nil }
        let places = box.frames.enumerated().map { index, frame in
            Place(frame, isReturn: index > 0, in: box.module(of: frame.address), own: UInt64(status.st_ino), table)
        }
        let symbols = table?.functions(at: Set(places.filter(\.isOwn).map(\.lookup))) ?? [:]
        let frames = places.map { place in
            Frame(
                library: place.isOwn ? name : place.library,
                isOwn: place.isOwn,
                symbol: place.isOwn ? symbols[place.lookup].map { SafeText.line($0, limit: 300) } : nil,
                address: place.address,
                isGuess: place.isGuess
            )
        }
        self.init(
            signal: box.signal,
            code: box.code,
            faultAddress: hasAddress ? box.faultAddress : nil,
            isMainThread: box.isMainThread,
            frames: frames
        )
    }

    /// A frame whose library is known.
    private struct Place {
        let library: String?
        let isOwn: Bool
        let address: UInt64
        /// An address in the very instruction that called.
        let lookup: UInt64
        let isGuess: Bool

        init(
            _ frame: BlackBox.Frame,
            isReturn: Bool,
            in module: BlackBox.Module?,
            own: UInt64,
            _ table: ELFSymbolTable?
        ) {
            isGuess = frame.isGuess
            library = module?.name
            isOwn = table != nil && module?.inode == own
            let offset = module.map { frame.address &- $0.start &+ $0.fileOffset } ?? frame.address
            address = isOwn ? table?.address(ofFileOffset: offset) ?? offset : offset
            lookup = isReturn ? address &- 1 : address
        }
    }
}

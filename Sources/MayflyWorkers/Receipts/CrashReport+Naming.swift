internal import Glibc
internal import MayflyBundles
internal import MayflyModel

extension CrashReport {
    /// The report of a black box, with the names of functions from the symbol table of the extension's library.
    ///
    /// It reads a file: do not call it on the event loop's thread. `library` is open for reading and remains the
    /// caller's; if it is nil, functions have no names.
    package init(_ box: BlackBox, library: Int32?, named name: String) {
        // Only signals of the kernel have an address; for others the field holds the sender.
        let hasAddress = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP].contains(box.signal) && box.code > 0
        var status = stat()
        let table = library.flatMap { fstat($0, &status) == 0 ? ELFSymbolTable(descriptor: $0) : nil }
        let locations = box.frames.enumerated().map { index, frame in
            Location(frame, isReturn: index > 0, in: box.module(of: frame.address), own: UInt64(status.st_ino), table)
        }
        let symbols = table?.functions(at: Set(locations.filter(\.isOwn).map(\.lookup))) ?? [:]
        let frames = locations.map { location in
            Frame(
                library: location.isOwn ? name : location.library,
                isOwn: location.isOwn,
                symbol: location.isOwn
                    ? symbols[location.lookup].map { SafeText.line($0, limit: ELFSymbolTable.longestName) } : nil,
                address: location.address,
                isGuess: location.isGuess
            )
        }
        self.init(
            signal: box.signal,
            code: box.code,
            faultAddress: hasAddress ? box.faultAddress : nil,
            isMainThread: box.isMainThread,
            // Below the extension's outermost call are only those of the worker program.
            frames: frames.lastIndex(where: \.isOwn).map { Array(frames[...$0]) } ?? frames
        )
    }

    /// A frame with its library.
    private struct Location {
        let library: String?
        let isOwn: Bool
        let address: UInt64
        /// An address inside the call instruction itself.
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

internal import CLibFFI
internal import Glibc
internal import MayflyABI

/// Memory for libffi closures, which has their code too. It is writable until all closures are made, then executable, and
/// never both. It is never freed.
///
/// libffi's own allocator would map memory that is writable and executable, where it is built without static
/// trampolines. Its other way, a file that is mapped twice, would be shared by all workers of a zygote.
struct ClosureMemory: ~Copyable {
    private let pages: UnsafeMutableRawPointer
    private let byteCount: Int
    private var used = 0

    /// Room for that many closures.
    init(closures: Int) throws(LoadError) {
        let pageSize = sysconf(Int32(_SC_PAGESIZE))
        byteCount = (closures * Self.stride + pageSize - 1) / pageSize * pageSize
        let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let pages, pages != MAP_FAILED else { throw LoadError("there is no memory for closures") }
        self.pages = pages
    }

    /// The code address of a closure that calls the handler with the function's own call interface as user data. It can
    /// be called after `close`.
    mutating func add(_ function: Function, _ handler: HostFunctions.Handler) throws(LoadError) -> UnsafeRawPointer {
        let interface = try CallInterface.of(function)
        guard used + Self.stride <= byteCount else {
            throw LoadError("there is no memory for the closure of \(function.cName)")
        }
        let code = pages + used
        let closure = code.assumingMemoryBound(to: ffi_closure.self)
        let userData = Unmanaged.passRetained(interface).toOpaque()
        guard ffi_prep_closure_loc(closure, interface.prepared, handler, userData, code) == FFI_OK else {
            throw LoadError("libffi cannot make the closure of \(function.cName)")
        }
        used += Self.stride
        return UnsafeRawPointer(code)
    }

    /// Makes the closures executable. No other can be added.
    consuming func close() throws(LoadError) {
        guard mprotect(pages, byteCount, PROT_READ | PROT_EXEC) == 0 else {
            throw LoadError("closures cannot be made executable: \(String(cString: strerror(errno)))")
        }
    }

    private static let stride = (MemoryLayout<ffi_closure>.size + 15) / 16 * 16
}

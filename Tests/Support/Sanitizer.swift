import Glibc

/// What the tests themselves were built with.
package enum Sanitizer {
    /// Whether it is the address or the thread sanitizer, whose allocators tell nothing of the heap.
    package static let isHere = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    /// Has it look up the name of a function, for which it starts a process that it keeps: a test that counts processes calls
    /// this before it counts.
    package static func start() {
        typealias Symbolizer =
            @convention(c) (UnsafeRawPointer, UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int) -> Void
        guard let function = dlsym(nil, "__sanitizer_symbolize_pc") else { return }
        var name = [CChar](repeating: 0, count: 256)
        unsafeBitCast(function, to: Symbolizer.self)(function, "%f", &name, name.count)
    }
}

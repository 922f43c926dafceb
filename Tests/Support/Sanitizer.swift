import Glibc

/// What the tests themselves were built with.
package enum Sanitizer {
    /// Whether it is the address or the thread sanitizer, whose allocators tell nothing of the heap.
    package static let isHere = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}

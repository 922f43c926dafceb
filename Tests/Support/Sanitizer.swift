import Glibc

/// The sanitizer that the tests were built with.
package enum Sanitizer {
    /// Whether the tests run under the address or the thread sanitizer, whose allocators do not report heap statistics.
    package static let isHere = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}

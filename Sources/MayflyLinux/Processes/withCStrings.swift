internal import Glibc

/// Passes the texts to `body` as a NULL-terminated array of C strings, as for `execv` and `posix_spawn`. The array is valid
/// inside `body` only.
package func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
}

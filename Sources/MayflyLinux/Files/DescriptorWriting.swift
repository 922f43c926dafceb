internal import Glibc

/// Writing to a descriptor that blocks.
package enum DescriptorWriting {
    /// Writes all bytes. Gives 0, or the error number of the call that failed.
    package static func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32 {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}

/// The header `Range` of a request (RFC 9110, 14.1.2).
package enum ByteRange {
    /// The one range of a file of this size that is asked for, such as `bytes=0-` or `bytes=-100`; nil for another form, or outside of
    /// the file.
    package static func wanted(_ header: String, of size: Int) -> Range<Int>? {
        guard header.hasPrefix("bytes=") else { return nil }
        let parts = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
        let (first, last) = (Int(parts[0]), Int(parts[1]))
        guard let first else {
            guard parts[0].isEmpty, let last, last > 0, size > 0 else { return nil }
            return max(0, size - last)..<size
        }
        guard first < size, last.map({ $0 >= first }) ?? parts[1].isEmpty else { return nil }
        return first..<min(size, last.map { $0 == .max ? size : $0 + 1 } ?? size)
    }
}

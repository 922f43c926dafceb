internal import MayflyModel

/// Converts pictures once: one that is asked for again, or by several at once, costs one conversion.
actor PictureCache {
    private var kept: KeptPictures
    /// Those that are being converted, by the SHA-256 of what they are made of, with those who wait for them.
    private var waiters: [[UInt8]: [CheckedContinuation<Void, Never>]] = [:]

    /// - Parameters:
    ///   - most: how many bytes are kept.
    ///   - form: of what is kept.
    init(most: Int, form: PictureForm) { kept = KeptPictures(most: most, form: form) }

    /// The converted picture of a source with that digest. A picture that could not be decoded is not tried again while that is kept.
    ///
    /// - Parameter convert: converts it; nil puts it off, and nothing is kept.
    /// - Returns: nil where `convert` has put it off.
    func picture(
        of source: [UInt8],
        convert: @Sendable () async -> Conversion?
    ) async throws(MayflyError) -> [UInt8]? {
        while true {
            if let picture = try known(source) { return picture }
            guard waiters[source] != nil else { break }
            await withCheckedContinuation { waiters[source]?.append($0) }
        }
        waiters[source] = []
        let conversion = await convert()
        let result = conversion.map { kept.keep($0, of: source) }
        for waiter in waiters.removeValue(forKey: source) ?? [] { waiter.resume() }
        return try result?.get()
    }

    /// The converted picture that is kept; nil for none. Throws where one could not be decoded.
    func known(_ source: [UInt8]) throws(MayflyError) -> [UInt8]? { try kept.result(of: source)?.get() }
}

internal import MayflyModel

/// The pictures that were converted last, in memory, by the SHA-256 of what they were made of. A picture that is asked for again, or
/// by several at once, costs one conversion.
actor PictureCache {
    private struct Kept {
        let source: [UInt8]
        let result: Result<[UInt8], MayflyError>

        /// What it takes of the limit; a failure is not free.
        var size: Int { 256 + ((try? result.get())?.count ?? 0) }
    }

    /// How many bytes are kept.
    private let most: Int
    /// The bytes to keep of a conversion, if it gave what was asked for; nil where only stills are converted and it is none.
    private let bytes: @Sendable (Conversion) throws(ConversionFailure) -> [UInt8]?
    /// The one that was asked for last is at the end.
    private var kept: [Kept] = []
    private var size = 0
    /// Those that are being converted, with those who wait for them.
    private var waiters: [[UInt8]: [CheckedContinuation<Void, Never>]] = [:]

    /// - Parameter types: those that a converted picture may have.
    init(most: Int, types: Set<MediaType>) {
        self.init(most: most) { (conversion) throws(ConversionFailure) in try conversion.picture(as: types)?.bytes }
    }

    init(most: Int, bytes: @escaping @Sendable (Conversion) throws(ConversionFailure) -> [UInt8]?) {
        self.most = most
        self.bytes = bytes
    }

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
        let result = conversion.map(result)
        if let result, conversion?.tellsOfThePicture == true { keep(Kept(source: source, result: result)) }
        for waiter in waiters.removeValue(forKey: source) ?? [] { waiter.resume() }
        return try result?.get()
    }

    /// The converted picture that is kept; nil for none. Throws where one could not be decoded.
    func known(_ source: [UInt8]) throws(MayflyError) -> [UInt8]? {
        guard let index = kept.firstIndex(where: { $0.source == source }) else { return nil }
        kept.append(kept.remove(at: index))
        return try kept[kept.count - 1].result.get()
    }

    private func result(of conversion: Conversion) -> Result<[UInt8], MayflyError> {
        do throws(ConversionFailure) {
            guard let bytes = try bytes(conversion) else {
                return .failure(MayflyError(.files, "the picture cannot be shown: it is animated"))
            }
            return .success(bytes)
        } catch {
            return .failure(MayflyError(.files, "the picture cannot be shown: \(error.reason)"))
        }
    }

    private func keep(_ new: Kept) {
        kept.append(new)
        size += new.size
        while size > most, kept.count > 1 { size -= kept.removeFirst().size }
    }
}

internal import MayflyModel

/// The pictures of cards that a window has converted last, by what they were made of: a card that is presented again, or that a
/// client asks for in pieces, costs one conversion.
actor CardPictures {
    /// How many bytes are kept.
    static let most = 16 << 20

    private struct Kept {
        let source: [UInt8]
        let result: Result<[UInt8], MayflyError>

        /// What it takes of the limit; a failure is not free.
        var size: Int { 256 + ((try? result.get())?.count ?? 0) }
    }

    /// The one that was asked for last is at the end.
    private var kept: [Kept] = []
    private var size = 0

    /// The converted picture of bytes with that digest. A picture that could not be decoded is not tried again while that is kept.
    func picture(
        of source: [UInt8],
        convert: @Sendable () async -> Conversion
    ) async throws(MayflyError) -> [UInt8] {
        if let index = kept.firstIndex(where: { $0.source == source }) {
            kept.append(kept.remove(at: index))
            return try kept[kept.count - 1].result.get()
        }
        let conversion = await convert()
        let result = Self.result(of: conversion)
        if conversion.result != .failure(.cancelled) { keep(Kept(source: source, result: result)) }
        return try result.get()
    }

    private static func result(of conversion: Conversion) -> Result<[UInt8], MayflyError> {
        do throws(ConversionFailure) {
            guard let picture = try conversion.picture() else {
                return .failure(MayflyError(.files, "the picture cannot be shown: it is animated"))
            }
            return .success(picture.bytes)
        } catch {
            return .failure(MayflyError(.files, "the picture cannot be shown: \(error.reason)"))
        }
    }

    private func keep(_ new: Kept) {
        // Another request may have converted the same one meanwhile.
        guard !kept.contains(where: { $0.source == new.source }) else { return }
        kept.append(new)
        size += new.size
        while size > Self.most, kept.count > 1 { size -= kept.removeFirst().size }
    }
}

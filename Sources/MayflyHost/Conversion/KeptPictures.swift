internal import MayflyModel

/// The pictures that were converted last, in memory, by the SHA-256 of what they were made of.
struct KeptPictures {
    private struct Kept {
        let source: [UInt8]
        let result: Result<[UInt8], MayflyError>

        /// What it takes of the limit; a failure is not free.
        var size: Int { 256 + ((try? result.get())?.count ?? 0) }
    }

    /// How many bytes are kept.
    private let most: Int
    /// Which types a converted picture may have.
    private let types: Set<MediaType>
    /// The one that was asked for last is at the end.
    private var kept: [Kept] = []
    private var size = 0

    init(most: Int, types: Set<MediaType>) { (self.most, self.types) = (most, types) }

    /// What was made of a source with that digest; nil where it is not kept. A picture that could not be decoded is not tried again while
    /// that is kept.
    mutating func result(of source: [UInt8]) -> Result<[UInt8], MayflyError>? {
        guard let index = kept.firstIndex(where: { $0.source == source }) else { return nil }
        let found = kept.remove(at: index)
        kept.append(found)
        return found.result
    }

    /// What a conversion of a source with that digest gave. It is kept, unless another conversion may give something else.
    mutating func keep(_ conversion: Conversion, of source: [UInt8]) -> Result<[UInt8], MayflyError> {
        let new = Kept(source: source, result: result(of: conversion))
        guard conversion.tellsOfThePicture else { return new.result }
        kept.append(new)
        size += new.size
        while size > most, kept.count > 1 { size -= kept.removeFirst().size }
        return new.result
    }

    private func result(of conversion: Conversion) -> Result<[UInt8], MayflyError> {
        do throws(ConversionFailure) {
            guard let picture = try conversion.picture(as: types) else {
                return .failure(MayflyError(.files, "the picture cannot be shown: it is animated"))
            }
            return .success(picture.bytes)
        } catch {
            return .failure(MayflyError(.files, "the picture cannot be shown: \(error.reason)"))
        }
    }
}

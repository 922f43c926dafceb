internal import MayflyModel

/// What a picture is converted to, to be shown.
enum PictureForm {
    /// A file of one of these types.
    case file(Set<MediaType>)
    /// The bytes of `PicturePixels`, for a terminal.
    case pixels

    /// What a conversion gave, where it is as it must be; nil where only stills are converted and it is none.
    fileprivate func bytes(of conversion: Conversion) throws(ConversionFailure) -> [UInt8]? {
        switch self {
        case .file(let types): try conversion.picture(as: types)?.bytes
        case .pixels: try conversion.pixels().encoded
        }
    }
}

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
    private let form: PictureForm
    /// The one that was asked for last is at the end.
    private var kept: [Kept] = []
    private var size = 0

    init(most: Int, form: PictureForm) { (self.most, self.form) = (most, form) }

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
            guard let bytes = try form.bytes(of: conversion) else {
                return .failure(MayflyError(.files, "the picture cannot be shown: it is animated"))
            }
            return .success(bytes)
        } catch {
            return .failure(MayflyError(.files, "the picture cannot be shown: \(error.reason)"))
        }
    }
}

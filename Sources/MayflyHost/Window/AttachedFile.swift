internal import Foundation
internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore

/// A file that the person attaches, or gives to an extension.
///
/// A picture over a limit of files or of pictures is made smaller (D-29). Where that is not possible it is a file like any other, or is
/// refused for its size.
struct AttachedFile {
    /// The type of a picture stands in these bytes.
    private static let headLength = 4_096

    private let name: String
    /// What is done with it, for errors.
    private let use: String
    private let bytes: [UInt8]

    /// Reads it. Only a picture may be over the limit of files.
    init(_ path: String, as use: String = "attached") throws(MayflyError) {
        name = path.lastPathPart
        self.use = use
        guard path.begins(with: "/"), FileName.component(of: path) != nil else {
            let shown = SafeText.line(path, limit: 200)
            throw MayflyError(.invalidInput, "the path of a file must be absolute and name one: '\(shown)'")
        }
        do {
            // Of a path without links: a folder refuses those that lead out of it.
            let real = URL(filePath: path).resolvingSymlinksInPath().path
            let file = try ConfinedFolder(path: "/").file(String(real.drop { $0 == "/" }))
            let canBeSmaller = Self.canBeSmaller(try file.bytes(at: 0, count: Self.headLength))
            bytes = try file.bytes(limit: canBeSmaller ? PictureRules.maximumLargeBytes : ExtensionFiles.maximumSize)
        } catch {
            throw MayflyError(
                .files,
                "'\(SafeText.line(path, limit: 200))' is not \(use): \(error.reason)",
                cause: error
            )
        }
    }

    /// The file in the media store.
    nonisolated(nonsending) func stored(by services: HostServices) async throws(MayflyError) -> MediaFile {
        let (type, size) = try checked()
        guard isTooLarge(type), Self.canBeSmaller(bytes) else {
            return try services.media.save(bytes, name: name, type: type, pixelSize: size)
        }
        let smaller: (bytes: [UInt8], info: PictureInfo)?
        do throws(ConversionFailure) {
            smaller = try await services.pictures.convert(bytes, scope: .large).picture()
        } catch {
            let isFile = bytes.count <= ExtensionFiles.maximumSize
            guard !isFile else { return try services.media.save(bytes, name: name, type: type, pixelSize: size) }
            throw refusal(
                "over the limit of \(grouped(ExtensionFiles.maximumSize)) bytes, and not made smaller: \(error.reason)"
            )
        }
        guard let smaller else { throw refusal("it is animated") }
        let name = (name as NSString).deletingPathExtension + ".jpg"
        return try services.media.save(smaller.bytes, name: name, type: .jpeg, pixelSize: smaller.info.size)
    }

    /// The bytes of a picture for an extension, whose pixels nobody has checked.
    nonisolated(nonsending) func picture(by services: HostServices) async throws(MayflyError) -> [UInt8] {
        if isTooLarge(try checked().type), Self.canBeSmaller(bytes) {
            do throws(ConversionFailure) {
                if let smaller = try await services.pictures.convert(bytes, scope: .large).picture() {
                    return smaller.bytes
                }
            } catch {
                throw refusal(error.reason)
            }
        }
        do throws(PictureProblem) { _ = try MediaRole.image.check(bytes) } catch { throw refusal(error.reason) }
        return bytes
    }

    /// Whether it is over a limit of files, or of pictures. A valid picture has another type than `data`.
    private func isTooLarge(_ type: MediaType) -> Bool {
        guard bytes.count <= ExtensionFiles.maximumSize else { return true }
        guard type == .data else { return false }
        do throws(PictureProblem) { _ = try MediaProbe.picture(bytes) } catch { return error.isTooLarge }
        return false
    }

    private func checked() throws(MayflyError) -> (type: MediaType, size: MediaFile.PixelSize?) {
        do throws(PictureProblem) {
            return try MediaRole.attachment.check(bytes)
        } catch {
            throw refusal(error.reason)
        }
    }

    private func refusal(_ reason: String) -> MayflyError {
        MayflyError(.invalidInput, "'\(SafeText.line(name, limit: 80))' is not \(use): \(reason)")
    }

    /// Of a picture that moves, only one frame would be left.
    private static func canBeSmaller(_ bytes: [UInt8]) -> Bool {
        [.jpeg, .png].contains(MediaProbe.type(of: bytes, isWhole: false))
    }
}

internal import MayflyModel

/// Reads one `.sticker` or `.stickersequence` folder of a pack.
struct PackStickerReader {
    /// Why a sticker is left out.
    struct Problem: Error {
        var rule = StickerPack.Rule.description
        let reason: String
    }

    /// The name in the pack's catalogue.
    let folderName: String
    /// The path of the pack in the bundle.
    let location: String

    private static let maximumFrames = 200

    var name: String { StickerPack.stem(folderName) }

    /// A sticker, and the bytes of all its pictures.
    typealias Found = (sticker: PackSticker, bytes: Int)

    /// Reads the folder and checks every picture in it. Between the pictures of a sequence it asks `isWanted`, and throws if not.
    func read(in pack: borrowing ConfinedFolder, while isWanted: () -> Bool) throws(Problem) -> Found {
        do {
            let folder = try pack.folder(folderName)
            let contents = try PackFile.read("Contents.json", in: folder, location: folderName)
            guard let properties = try contents.optionalObject("properties") else {
                throw contents.missing("properties")
            }
            return folderName.hasSuffix(".stickersequence")
                ? try sequence(contents, properties, in: folder, isWanted) : try single(properties, in: folder)
        } catch let problem as Problem {
            throw problem
        } catch let problem as FileProblem {
            throw Problem(reason: "\(shown(folderName)): \(problem.reason)")
        } catch let error as MayflyError {
            throw Problem(reason: error.message)
        } catch {
            throw Problem(reason: "cannot be read")
        }
    }

    private func single(_ properties: JSONObject, in folder: borrowing ConfinedFolder) throws -> Found {
        let file = try properties.text("filename")
        let (bytes, picture) = try self.picture(file, in: folder)
        guard bytes <= StickerFile.maximumSize else { throw tooLarge(bytes) }
        let sticker = PackSticker(
            name: name,
            label: try label(properties),
            kind: picture.isAnimated ? .animated : .still,
            files: [folder.path + "/" + file],
            type: picture.type,
            pixelSize: picture.size
        )
        return (sticker, bytes)
    }

    /// The size limit applies to the whole sequence (model 8.6).
    private func sequence(
        _ contents: JSONObject,
        _ properties: JSONObject,
        in folder: borrowing ConfinedFolder,
        _ isWanted: () -> Bool
    ) throws -> Found {
        guard let frames = try contents.optionalObjects("frames") else { throw contents.missing("frames") }
        guard (1...Self.maximumFrames).contains(frames.count) else {
            let reason = "\(grouped(frames.count)) frames, the rule is 1 to \(Self.maximumFrames)"
            throw Problem(rule: .sequence, reason: reason)
        }
        let timing: PackSticker.Timing
        do throws(MayflyError) {
            timing = try self.timing(properties, frames: frames.count)
        } catch {
            throw Problem(rule: .sequence, reason: error.message)
        }
        var (files, pictures, total) = ([String](), [PictureInfo](), 0)
        for frame in frames {
            guard isWanted() else { throw StickerPack.unwanted }
            let file = try frame.text("filename")
            let (bytes, picture) = try self.picture(file, in: folder)
            total += bytes
            guard total <= StickerFile.maximumSize else { throw tooLarge(total) }
            files.append(folder.path + "/" + file)
            pictures.append(picture)
        }
        guard let first = pictures.first else { throw contents.missing("frames") }
        let sticker = PackSticker(
            name: name,
            label: try label(properties),
            kind: .sequence(timing),
            files: files,
            type: first.type,
            pixelSize: first.size
        )
        return (sticker, total)
    }

    /// Apple's printed sample spells the last key `repetions`, so both spellings are read (C-242).
    private func timing(_ properties: JSONObject, frames: Int) throws(MayflyError) -> PackSticker.Timing {
        let duration = try properties.optionalNumber("duration") ?? 1
        guard duration > 0 else { throw properties.problem("duration", "must be more than 0, found \(duration)") }
        let type = try properties.optionalText("duration-type") ?? "fixed"
        let frameDuration: Double
        switch type {
        case "fixed": frameDuration = duration / Double(frames)
        case "fps": frameDuration = 1 / duration
        default: throw properties.problem("duration-type", "must be 'fixed' or 'fps', found '\(shown(type))'")
        }
        guard (0.01...60).contains(frameDuration) else {
            throw properties.problem("duration", "must give each frame 0.01 to 60 seconds, found \(frameDuration)")
        }
        let number = try properties.optionalNumber("repetitions", or: "repetions") ?? 0
        guard let repetitions = Int(exactly: number), (0...1_000_000).contains(repetitions) else {
            throw properties.problem("repetitions", "must be a whole number from 0 to 1,000,000, found \(number)")
        }
        return PackSticker.Timing(frameDuration: frameDuration, repetitions: repetitions == 0 ? nil : repetitions)
    }

    private func label(_ properties: JSONObject) throws(MayflyError) -> String {
        let label = try properties.optionalText("accessibility-label") ?? ""
        return Sticker.shortened(label.isEmpty ? name : label)
    }

    private func picture(
        _ file: String,
        in folder: borrowing ConfinedFolder
    ) throws(Problem) -> (bytes: Int, picture: PictureInfo) {
        do {
            let bytes = try folder.file(file).bytes(limit: StickerFile.maximumSize)
            return (bytes.count, try MediaProbe.picture(bytes, parts: StickerFile.maximumParts))
        } catch let problem as FileProblem {
            let rule: StickerPack.Rule = problem.kind == .tooLarge ? .size : .picture
            throw Problem(rule: rule, reason: "\(shown(file)): \(problem.reason)")
        } catch let problem as PictureProblem {
            throw Problem(rule: .picture, reason: "\(shown(file)): \(problem.reason)")
        } catch {
            throw Problem(rule: .picture, reason: "\(shown(file)): cannot be read")
        }
    }

    private func tooLarge(_ bytes: Int) -> Problem {
        Problem(rule: .size, reason: FileProblem.tooLarge(bytes, limit: StickerFile.maximumSize).reason)
    }
}

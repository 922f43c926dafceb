import MayflyBundles
import MayflyModel

enum PictureInput {
    static func read(_ bytes: [UInt8]) {
        guard let type = MediaProbe.type(of: bytes, isWhole: true) else { return }
        _ = MediaProbe.type(of: Array(bytes.prefix(bytes.count / 2)), isWhole: false)
        _ = try? MediaProbe.checked(bytes, as: type)
        guard let picture = try? MediaProbe.picture(bytes) else { return }
        precondition(picture.size.width > 0 && picture.size.height > 0, "a picture without a size")
        precondition(picture.frames > 0, "a picture without a frame")
    }
}

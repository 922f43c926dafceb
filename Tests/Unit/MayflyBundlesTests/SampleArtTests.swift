import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

/// The pictures of the sample extensions, read like by a host.
@Suite struct SampleArtTests {
    private let plugins = Checkout.folder.appending(path: "Plugins").path

    @Test func readsEverySmileyWithoutAProblem() throws {
        let pack = try ExtensionBundle.read(plugins + "/Smileys").stickerPack()
        #expect(pack.problems.isEmpty && pack.warnings.isEmpty)
        #expect(pack.gridSize == .regular)
        #expect(pack.stickers.count == 9)
        #expect(pack.stickers.filter { $0.kind == .animated }.map(\.name) == ["wave", "blink"])
        #expect(pack.stickers.allSatisfy { $0.pixelSize == .init(width: 408, height: 408) && $0.label != $0.name })
    }

    @Test func hasAPictureForEveryIceCream() throws {
        for base in ["cone", "cup", "bowl"] {
            for scoops in ["none", "vanilla", "strawberry", "mint"] {
                for topping in ["none", "cherry", "wafer", "sprinkles"] {
                    let path = "\(plugins)/IceCream/Resources/\(base)-\(scoops)-\(topping).png"
                    let picture = try MediaProbe.picture(Array(Data(contentsOf: URL(filePath: path))))
                    #expect(picture.size == .init(width: 600, height: 600))
                }
            }
        }
    }

    @Test(arguments: ["Tally", "BurgerPoll", "IceCream", "Postcard", "Smileys"])
    func hasAnIconOfFourToThree(name: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: "\(plugins)/\(name)/icon.png"))
        #expect(try MediaProbe.picture(Array(bytes)).size == .init(width: 256, height: 192))
    }
}

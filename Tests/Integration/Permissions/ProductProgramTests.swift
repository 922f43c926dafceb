import Foundation
import MayflyTestSupport
import Testing

/// The shop that takes no money is in no program that a person gets.
@Suite struct ProductProgramTests {
    /// The programs and libraries that the package offers, by the names of their files.
    private static func products() throws -> [String] {
        let text = try String(contentsOf: Checkout.folder.appending(path: "Package.swift"), encoding: .utf8)
        let offered = try #require(text.range(of: "products: [")).upperBound
        let end = try #require(text[offered...].range(of: "dependencies: [")).lowerBound
        let list = text[offered..<end]
        let programs = list.matches(of: /\.executable\(name: "([^"]+)"/).map { String($0.output.1) }
        let libraries = list.matches(of: /\.library\(name: "([^"]+)", type: \.dynamic/).map { "lib\($0.output.1).so" }
        return programs + libraries
    }

    private static func holds(_ words: String, _ program: String) throws -> Bool {
        let bytes = try Data(contentsOf: URL(filePath: Bundle.main.bundlePath + "/" + program), options: .alwaysMapped)
        return bytes.range(of: Data(words.utf8)) != nil
    }

    @Test func noneHasTheShopOfTheTests() throws {
        // Each type has its name in the program that it is linked into; so this would be found.
        #expect(try Self.holds("SigningShop", TestShop.program))
        #expect(try Self.holds("PaymentProvider", TestShop.program) && Self.holds("PaymentProvider", "mayfly"))
        let products = try Self.products()
        #expect(
            Set(products).isSuperset(of: ["mayfly", "mayfly-web", "mayfly-worker", "mayfly-bench", "mayfly-store"])
        )
        #expect(!products.contains(TestShop.program))
        for product in products {
            #expect(try !Self.holds("SigningShop", product), "\(product) has a shop that takes no money")
        }
    }
}

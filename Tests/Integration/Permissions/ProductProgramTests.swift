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

    /// The modules in the folder `Tests`, but for the extension that is a product itself.
    private static func modulesOfTests() throws -> [String] {
        let text = try String(contentsOf: Checkout.folder.appending(path: "Package.swift"), encoding: .utf8)
        let named = text.matches(of: /name: "([^"]+)",(?:(?!name: )[\s\S])*?path: "Tests\/[^"]*"/)
        let units = text.matches(of: /\btests\(\s*"([^"]+)"/).map { "\($0.output.1)Tests" }
        let names = named.map { String($0.output.1) } + units
        return names.filter { $0 != "SwiftFace" }.map { $0.replacing("-", with: "_") }
    }

    /// The types in the folder `Tests` that give pictures, sell something or take money.
    private static func providersOfTests() throws -> [String] {
        let folder = Checkout.folder.appending(path: "Tests")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try files.flatMap { file in
            try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                .matches(
                    of: /\b(?:class|struct|enum|actor|extension) (\w+): [^{]*\b(?:Picture|Purchase|Payment)Provider\b/
                )
                .map { String($0.output.1) }
        }
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
        let providers = try Self.providersOfTests()
        #expect(Set(providers).isSuperset(of: ["SigningShop", "TestProvider"]), "\(providers)")
        for product in products {
            for provider in providers { #expect(try !Self.holds(provider, product), "\(product) has \(provider)") }
        }
    }

    /// Whatever a target of the tests defines: the name of a type is mangled with that of its module, which its length precedes.
    @Test func noneHasATypeOfTheTests() throws {
        let modules = try Self.modulesOfTests()
        let known = ["IntegrationTests", "MayflyHostTests", "MayflyTestSupport", "MayflyFaults", "mayfly_test_shop"]
        #expect(Set(modules).isSuperset(of: known), "\(modules)")
        func mangled(_ module: String) -> String { "\(module.utf8.count)\(module)" }
        #expect(try Self.holds(mangled("mayfly_test_shop"), TestShop.program))
        for module in ["IntegrationTests", "MayflyTestSupport"] {
            #expect(try Self.holds(mangled(module), "mayflyPackageTests.xctest"), "\(module)")
        }
        #expect(try Self.holds(mangled("MayflyHost"), "mayfly"))
        for product in try Self.products() {
            for module in modules {
                #expect(try !Self.holds(mangled(module), product), "\(product) has a type of \(module)")
            }
        }
    }
}

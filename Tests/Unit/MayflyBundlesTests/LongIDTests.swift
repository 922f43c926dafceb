import MayflyBundles
import MayflyModel
import MayflyTestSupport
import Testing

/// An id that is too long to be one is compared with nothing.
@Suite struct LongIDTests {
    @Test func accentsTakeNoMoreTimeThanLetters() throws {
        let scratch = try ScratchFolder()
        try scratch.makeBundle("x/Tally.mayfly")
        try scratch.makeFolder("x/Broken.mayfly")
        let catalog = Catalog.scan(folders: [scratch.at("x")])
        func time(_ text: String) -> Int {
            processorTime {
                let error = #expect(throws: MayflyError.self) { try catalog.find("org.mayfly.tally" + text) }
                #expect(error?.code == .unknownExtension)
            }
        }
        _ = time("x")
        let ordinary = time(String(repeating: "жж", count: 16_384))
        let forged = time(String(repeating: "\u{301}\u{316}", count: 16_384))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }
}

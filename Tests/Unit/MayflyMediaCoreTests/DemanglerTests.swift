import Testing

@testable import MayflyMediaCore

@Suite struct DemanglerTests {
    private let demangler = Demangler()

    @Test(arguments: [
        ("_ZN4shop7Counter5countEPKci", "shop::Counter::count(char const*, int)"),
        ("_Z5twiceIlET_S0_", "long twice<long>(long)"),
        ("_ZN4vote5count17h0123456789abcdefE", "vote::count"),
        ("$s4Wave0A0C4showyyF", "Wave.Wave.show() -> ()"),
    ])
    func aMangledNameIsMadeReadable(name: String, readable: String) {
        #expect(demangler.readable(name) == readable)
    }

    @Test(arguments: ["", "_Z", "_ZN", "$s", "count_votes", "_R1x", "$sé", "_Z1f1bI1a1aES_IS1_S1_"])
    func anyOtherNameHasNoReadableForm(name: String) { #expect(demangler.readable(name) == nil) }

    @Test func eachLineIsOneName() {
        let lines = demangler.readable(lines: Array("_Z5countv\nx\n\n_Z4votei".utf8))
        #expect(String(decoding: lines, as: UTF8.self) == "count()\n\n\nvote(int)")
    }

    /// Thirty bytes may stand for megabytes.
    @Test func aLongNameIsCut() {
        let digits = Array("123456789ABCDE")
        let doubled = digits.map { "S_IS\($0)_S\($0)_E" }.joined()
        #expect(demangler.readable("_Z1f1bI1a1aE" + doubled)?.utf8.count == Demangler.longestName)
    }
}

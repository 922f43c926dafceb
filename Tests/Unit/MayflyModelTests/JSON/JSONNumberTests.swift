import MayflyModel
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: ["0", "-0", "1.10", "1E+2", "12345678901234567890", "1e400", "-1e-400", "0.1", "-2.5e2", "0e0"])
    func keepsWhatIsWritten(text: String) throws {
        #expect(try #require(JSONNumber(text)).text == text)
        #expect(try JSONReader(maximumBytes: 100, maximumDepth: 1).value(of: "[\(text)]").line == "[\(text)]")
    }

    @Test(arguments: [
        "", "+1", "01", "-01", "1.", ".5", "1e", "0x1", "NaN", "Infinity", " 1", "1 ", "1,5", "\u{FEFF}1", "[1]",
    ])
    func refusesWhatIsNoNumber(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("0.000e999999999999", 0), ("5.0", 5), ("1.50e2", 150), ("10e-1", 1), ("-2.5e1", -25),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775807.0", .max),
            ("9.223372036854775807e18", .max), ("9007199254740993.0", 9_007_199_254_740_993),
            ("100000000000000000000e-2", 1_000_000_000_000_000_000), ("1e18", 1_000_000_000_000_000_000),
        ] as [(String, Int64)]
    )
    func givesWholeNumbersExactly(text: String, value: Int64) throws {
        #expect(try #require(JSONNumber(text)).int64 == value)
    }

    @Test(arguments: [
        "0.5", "1e-1", "1.5e0", "9223372036854775808", "-9223372036854775809", "9.223372036854775808e18", "1e19",
        "1e400", "1e-99999999999999999999", "1e99999999999999999999", "9007199254740991.4",
    ])
    func givesNoWholeNumberForWhatIsNone(text: String) throws {
        #expect(try #require(JSONNumber(text)).int64 == nil)
    }

    @Test(
        arguments: [
            ("1.10", 1.1), ("-2.5e2", -250), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e-400", 0),
            ("5e-324", .leastNonzeroMagnitude), ("12345678901234567890", 12_345_678_901_234_567_168),
        ] as [(String, Double)]
    )
    func roundsToADouble(text: String, value: Double) throws {
        #expect(try #require(JSONNumber(text)).double == value)
    }

    @Test(arguments: ["1e400", "-1e400", "1.8e308", "1e99999999999999999999"])
    func givesNoDoubleForWhatIsTooLarge(text: String) throws {
        #expect(try #require(JSONNumber(text)).double == nil)
    }

    @Test func isMadeOfAnyInteger() {
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(Int8.min).int64 == -128)
    }

    @Test func equalsOnlyWhatIsWrittenAlike() {
        #expect(JSONNumber("1.0") != JSONNumber("1"))
        #expect(JSONNumber("10") == JSONNumber(10))
    }
}

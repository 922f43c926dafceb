import CMayfly
import Testing

@testable import MayflyExtension

@Suite struct IdentifierTests {
    @Test func readsEitherCaseAndWritesUpperCase() throws {
        let identifier = try #require(Identifier("0123456789abcdef".identifierText))
        #expect(identifier == Identifier("0123456789ABCDEF".identifierText))
        #expect(identifier.token == "$01234567-89AB-CDEF-0123-456789ABCDEF")
    }

    @Test func keepsTheOrderOfBytesThroughC() throws {
        let identifier = try #require(Identifier("0123456789abcdef".identifierText))
        let uuid = identifier.uuid
        #expect(withUnsafeBytes(of: uuid) { Array($0.prefix(5)) } == [0x01, 0x23, 0x45, 0x67, 0x89])
        #expect(Identifier(uuid) == identifier)
    }

    @Test(arguments: [
        "", "01234567", "01234567-89AB-CDEF-0123-456789ABCDE", "01234567-89AB-CDEF-0123-456789ABCDEF0",
        "0123456789AB-CDEF-0123-456789ABCDEF----", "g1234567-89AB-CDEF-0123-456789ABCDEF",
        "01234567-89AB-CDEF-0123-456789ABCDÉ", "01234567+89AB-CDEF-0123-456789ABCDEF",
    ])
    func refusesOtherForms(text: String) {
        #expect(Identifier(text) == nil)
    }
}

extension String {
    /// The 16 digits twice, in the form 8-4-4-4-12.
    fileprivate var identifierText: String {
        "\(prefix(8))-\(dropFirst(8).prefix(4))-\(dropFirst(12))-\(prefix(4))-\(dropFirst(4))"
    }
}

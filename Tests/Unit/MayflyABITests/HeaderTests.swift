import Foundation
import MayflyABI
import MayflyModel
import Testing

/// The table and the C headers must say the same: neither can change alone.
@Suite struct HeaderTests {
    private let headers = Headers.read()

    @Test func everyStructHasTheFieldsOfItsRecord() throws {
        let headers = try headers.get()
        let records = Table.records + Table.interfaces.map(\.record)
        var expected: [String: [String]] = [:]
        for record in records { expected[record.name] = record.fields.map { $0.declaration } }
        expected["mayfly_string"] = ["data: const char *", "length: uint64_t"]
        expected["mayfly_uuid"] = ["bytes: uint8_t[16]"]
        for (name, fields) in expected { #expect(headers.structs[name] == fields, "struct \(name)") }
        #expect(Set(headers.structs.keys) == Set(expected.keys))
    }

    @Test func everyFunctionPointerHasTheTypeOfItsRow() throws {
        let headers = try headers.get()
        for interface in Table.interfaces {
            for function in interface.functions {
                #expect(
                    headers.functionPointers["\(interface.cName).\(function.cName)"] == function.pointerType,
                    "\(function.name)"
                )
            }
        }
        #expect(headers.functionPointers["mayfly_host.ability"] == Table.hostAbility.pointerType)
        #expect(headers.functionPointers["mayfly_instance.ability"] == Table.extensionAbility.pointerType)
        #expect(headers.functionPointers["mayfly_extension.make_instance"] == Table.makeInstance.pointerType)
        for row in Table.completions { #expect(headers.typedefs[row.cName] == row.pointerType, "\(row.name)") }
        #expect(headers.functions[Table.entry.cName] == Table.entry.functionType)
        let rows = Table.interfaces.reduce(0) { $0 + $1.functions.count } + 3
        #expect(headers.functionPointers.count == rows)
    }

    @Test func everyFieldLiesWhereTheTableSays() throws {
        let measured = try CompiledProbe.layouts(of: Table.records + Table.interfaces.map(\.record))
        for record in Table.records + Table.interfaces.map(\.record) {
            #expect(measured[record.name] == record.offsets + [record.byteCount], "struct \(record.name)")
        }
    }

    @Test func errorNumbersAreThoseOfTheModel() throws {
        let constants = try headers.get().enums["mayfly_error_code"] ?? [:]
        #expect(constants["MAYFLY_OK"] == 0)
        let numbers = Set(constants.values).subtracting([0])
        #expect(numbers == Set(MessageErrorCode.allCases.map { Int($0.rawValue) }))
        #expect(constants["MAYFLY_ERROR_URL_EXCEEDS_MAX_SIZE"] == 8)
        #expect(constants["MAYFLY_ERROR_NOT_ACTIVE"] == 1001)
    }

    @Test func styleNumbersAreThoseOfTheModel() throws {
        let constants = try headers.get().enums["mayfly_presentation_style"] ?? [:]
        #expect(
            constants == [
                "MAYFLY_STYLE_COMPACT": Int(PresentationStyle.compact.rawValue),
                "MAYFLY_STYLE_EXPANDED": Int(PresentationStyle.expanded.rawValue),
                "MAYFLY_STYLE_TRANSCRIPT": Int(PresentationStyle.transcript.rawValue),
            ]
        )
    }

    @Test func swipeNumbersAreThoseOfTheModel() throws {
        let constants = try headers.get().enums["mayfly_swipe_direction"] ?? [:]
        let (left, right) = (Int(SwipeDirection.left.rawValue), Int(SwipeDirection.right.rawValue))
        #expect(constants == ["MAYFLY_SWIPE_LEFT": left, "MAYFLY_SWIPE_RIGHT": right])
    }

    @Test func everyFunctionIsAnsweredByARowOfCompletions() {
        let used = Set(Table.interfaces.flatMap(\.functions).compactMap(\.completion))
        #expect(used == Set(Table.completions))
    }

    @Test func idsOfTablesAreThoseOfTheHeaders() throws {
        let text = try Headers.texts().joined()
        for interface in Table.interfaces where interface.id != Table.controller.id {
            #expect(text.contains(" \"\(interface.id)\"\n"), "\(interface.id) is defined in no header")
        }
    }

    @Test func everyFunctionOfTheHeadersCarriesItsTag() throws {
        let text = try Headers.texts().joined()
        let single = [Table.makeInstance, Table.hostAbility] + Table.completions
        for function in Table.interfaces.flatMap(\.functions) + single {
            let tag = "[\(function.state.rawValue), \(function.thread.rawValue)]"
            let tags = Headers.tags(before: function.cName, in: text)
            #expect(tags.contains(tag), "\(function.cName) should be documented as \(tag), is as \(tags)")
        }
    }

    @Test func noNumberIsGivenTwice() {
        let functions = Table.entryPoints + Table.interfaces.flatMap(\.functions)
        #expect(Set(functions.map(\.id)).count == functions.count)
        #expect(Set(functions.map(\.name)).count == functions.count)
    }

    @Test(arguments: ["c99", "c11", "c17"])
    func headersStandAloneInC(standard: String) throws {
        try Headers.compile("cc", ["-std=\(standard)", "-xc"])
    }

    @Test(arguments: ["c++11", "c++20"])
    func headersStandAloneInCPlusPlus(standard: String) throws {
        try Headers.compile("c++", ["-std=\(standard)", "-xc++"])
    }
}

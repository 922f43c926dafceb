import Foundation
import MayflyHeaders
import Testing

/// Documentation/abi.md, which `make reference` writes.
@Suite struct InterfaceReferenceTests {
    private let written = Result { try InterfaceReference().markdown }

    @Test func thePageIsWhatTheInterfaceSays() throws {
        let page = try String(contentsOf: InterfaceReference.page, encoding: .utf8)
        let lines = try (page.components(separatedBy: "\n"), written.get().components(separatedBy: "\n"))
        let changed = lines.1.difference(from: lines.0).prefix(10)
        #expect(changed.isEmpty, "`make reference` writes the page again; the first differences: \(changed)")
    }

    /// The page leaves nothing out: each struct and list of numbers has its entry, and each member its row.
    @Test func everythingOfTheHeadersHasItsPlace() throws {
        let (page, interface) = (try written.get(), try HeaderReader.read(InterfaceSource.headers))
        let names =
            interface.structs.map(\.name) + interface.enumerations.map(\.name) + interface.declarations.map(\.name)
        for name in names { #expect(page.components(separatedBy: "\n### `\(name)`\n").count == 2, "\(name)") }
        for structure in interface.structs {
            for field in structure.fields {
                #expect(page.contains("| `\(field.name)` | \(field.offset) | "), "\(structure.name).\(field.name)")
            }
            for field in structure.fields where field.isFunction { #expect(page.contains("#### `\(field.name)`\n")) }
        }
        for macro in interface.macros where macro.name != "MAYFLY_NO_ENTRY_PROTOTYPE" {
            #expect(page.contains("| `\(macro.name)"), "\(macro.name)")
        }
    }

    @Test func aFunctionSaysWhoCallsItWhenAndWhatIsRefused() throws {
        let page = try written.get()
        #expect(
            page.contains(
                """
                #### `request_presentation_style`

                `int32_t request_presentation_style(const mayfly_host *host, int32_t style)`

                """
            )
        )
        let entry = try #require(
            page.components(separatedBy: "#### `supply_sticker`\n").last?.components(separatedBy: "\n#").first
        )
        #expect(entry.contains("The extension calls it at any time, on the first thread of the process."))
        #expect(
            entry.contains(
                "`MAYFLY_ERROR_INVALID_HANDLE`, `MAYFLY_ERROR_WRONG_THREAD`, `MAYFLY_ERROR_INVALID_ARGUMENT`"
            )
        )
        let callback = try #require(
            page.components(separatedBy: "#### `did_select`\n").last?.components(separatedBy: "\n#").first
        )
        #expect(
            callback.contains("The host calls it while the extension is active, on the first thread of the process.")
        )
        #expect(!callback.contains("Refuses"))
    }
}

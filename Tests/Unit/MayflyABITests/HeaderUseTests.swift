import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

/// What authors of extensions do with the headers beside including them.
@Suite struct HeaderUseTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let headers = Checkout.folder.appending(path: "Sources/CMayfly/include").path

    @Test func writesAnIdentifierAsTheHostDoes() throws {
        let uuid = UUID128()
        let bytes = uuid.bytes.map(String.init).joined(separator: ", ")
        let source = """
            #include <mayfly/mayfly.h>
            #include <stdio.h>
            int main(void) {
                mayfly_uuid uuid = {{\(bytes)}};
                char text[37];
                mayfly_uuid_text(&uuid, text);
                puts(text);
                return 0;
            }
            """
        let program = folder.at("print")
        try run(
            "cc",
            ["-std=c99", "-Wall", "-Wextra", "-Werror", "-xc", "-I", Self.headers, "-o", program, "-"],
            input: source
        )
        #expect(try run(program, []) == "\(uuid)\n")
    }

    /// The prototype and a definition with `noexcept` are two different functions for C++.
    @Test func leavesThePrototypeOutForADefinitionThatDiffers() throws {
        let definition = """
            #include <mayfly/mayfly.h>
            extern "C" MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *, mayfly_extension *) noexcept {
                return MAYFLY_OK;
            }
            """
        let compile = ["c++", "-std=c++17", "-Wall", "-Werror", "-fsyntax-only", "-xc++", "-I", Self.headers, "-"]
        #expect(try Program(compile, input: definition, takesErrors: true).status != 0)
        let without = "#define MAYFLY_NO_ENTRY_PROTOTYPE\n" + definition
        let finished = try Program(compile, input: without, takesErrors: true)
        #expect(finished.status == 0, "\(finished.output)")
    }
}

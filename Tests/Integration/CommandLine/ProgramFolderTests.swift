import Foundation
import Testing

/// Programs whose other programs cannot be found beside them.
@Suite struct ProgramFolderTests {
    private static let places: [(start: String, error: String)] = [
        (#"d="$1/$(printf 'x\377')"; mkdir "$d"; cp "$0" "$d/mayfly"; exec "$d/mayfly" doctor"#, "is not UTF-8"),
        // The program is open, and so it can be executed without its folder.
        (
            #"d="$1/gone"; mkdir "$d"; cp "$0" "$d/mayfly"; exec 3<"$d/mayfly"; rm -r "$d"; exec /proc/self/fd/3 doctor"#,
            "was removed"
        ),
    ]

    @Test(arguments: places) func theErrorNamesTheFolder(place: (start: String, error: String)) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let program = Bundle.main.bundlePath + "/mayfly"
            let outcome = try await tool.run(program: "/bin/sh", all: ["-c", place.start, program, tool.home])
            #expect(outcome.status == 1, "\(outcome.errors)")
            #expect(outcome.errors.contains("of the running program, '\(tool.home)/"), "\(outcome.errors)")
            #expect(outcome.errors.contains(place.error), "\(outcome.errors)")
        }
    }
}

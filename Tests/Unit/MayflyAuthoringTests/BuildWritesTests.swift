import MayflyAuthoring
import Testing

@Suite struct BuildWritesTests {
    @Test func whatChangesInTwoBuildsInARowIsOfTheBuilds() {
        var writes = BuildWrites()
        #expect(writes.note(["src/stamp.h"]).isEmpty)
        #expect(writes.own.isEmpty)
        #expect(writes.note(["src/stamp.h"]) == ["src/stamp.h"])
        #expect(writes.own == ["src/stamp.h"])
        // It is told once.
        #expect(writes.note(["src/stamp.h"]).isEmpty)
        #expect(writes.own == ["src/stamp.h"])
    }

    @Test func anEditDuringOneBuildIsTheAuthors() {
        var writes = BuildWrites()
        #expect(writes.note(["src/a.c"]).isEmpty)
        #expect(writes.note([]).isEmpty)
        #expect(writes.note(["src/a.c"]).isEmpty)
        #expect(writes.own.isEmpty)
        #expect(writes.note(["src/b.c"]).isEmpty)
        #expect(writes.own.isEmpty)
    }

    @Test func whatABuildWritesNoLongerIsTheAuthors() {
        var writes = BuildWrites()
        _ = writes.note(["src/stamp.h"])
        _ = writes.note(["src/stamp.h"])
        _ = writes.note([])
        #expect(writes.own.isEmpty)
    }

    /// A build that makes a file of another name each time would start itself for ever.
    @Test func newFilesInEachBuildEndTheLoop() {
        var writes = BuildWrites()
        var builds = 0
        repeat { builds += 1 } while !Set(changed(by: &writes, builds)).subtracting(writes.own).isEmpty && builds < 9
        #expect(builds == 3)
    }

    private func changed(by writes: inout BuildWrites, _ number: Int) -> [String] {
        let names = ["src/made-\(number).h"]
        _ = writes.note(names)
        return names
    }
}

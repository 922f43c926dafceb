import CMayflyLinux
import GRDB
import Glibc
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// Watchers are notified when a change can be read, and not before.
@Suite struct ChangeNotifierTests {
    @Test func notifiesOnceOthersCanReadTheChange() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let other = try fixture.open()
        let path = fixture.home.database + ".written"
        #expect(truncate(path, 0) == 0)
        func size() -> Int {
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : -1
        }
        try chat.store.write { db in
            try db.execute(sql: "UPDATE conversation SET name = 'renamed'")
            #expect(size() == 0)
        }
        #expect(size() == 8)
        #expect(try other.conversations().map(\.name) == ["renamed"])
    }

    @Test func theMarkIsAnotherOneAfterEachChangeByAnyProgram() throws {
        let fixture = StoreFixture()
        let store = try fixture.chat().store
        let other = try fixture.open()
        var marks = [store.changeMark]
        for writer in [other, store, other] {
            try writer.write { try $0.execute(sql: "UPDATE conversation SET name = name || 'x'") }
            #expect(store.changeMark == other.changeMark)
            marks.append(store.changeMark)
        }
        #expect(Set(marks).count == 4 && store.changeMark == marks.last)
    }

    @Test func reachesAWatcherOfTheFolder() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let notifier = ChangeNotifier(fixture.home.database + ".written")
        let watcher = mayfly_watch_writes(fixture.home.path)
        try #require(watcher >= 0)
        defer { close(watcher) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        #expect(mayfly_read(watcher, &buffer, buffer.count) == -Int(EAGAIN))
        for _ in 1...2 {
            notifier.notify()
            #expect(mayfly_read(watcher, &buffer, buffer.count) > 0)
        }
    }
}

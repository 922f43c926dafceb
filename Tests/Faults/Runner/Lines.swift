import Foundation
import MayflyModel
import Synchronization

/// Writes lines of JSON to standard output, one at a time and in the order of events.
enum Lines {
    private static let turn = Mutex(())

    static func write(_ value: JSONValue) {
        turn.withLock { _ in FileHandle.standardOutput.write(Data((value.line + "\n").utf8)) }
    }

    static func write(_ members: KeyValuePairs<String, JSONValue>) { write(.object(members)) }
}

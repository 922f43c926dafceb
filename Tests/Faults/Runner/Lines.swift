import Foundation
import MayflyModel
import Synchronization

/// Whole lines of JSON on standard output, in the order in which things happened.
enum Lines {
    private static let turn = Mutex(())

    static func write(_ value: JSONValue) {
        turn.withLock { _ in FileHandle.standardOutput.write(Data((value.line + "\n").utf8)) }
    }

    static func write(_ members: KeyValuePairs<String, JSONValue>) { write(.object(members)) }
}

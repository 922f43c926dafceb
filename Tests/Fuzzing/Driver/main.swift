// `mayfly-fuzz READER [libFuzzer's arguments]`: fuzzes one reader of the host.

import CLibFuzzer
import Foundation
import MayflyFuzzing

guard Target.reader != nil else {
    let names = FuzzedReader.allCases.map(\.rawValue).joined(separator: "|")
    let usage = "usage: mayfly-fuzz \(names) [ARGUMENT OF LIBFUZZER...] [FOLDER...]\n"
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
}
// libFuzzer sees everything but the reader's name.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
let status = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    Target.reader?.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
exit(status)

import Foundation
import MayflyFaults

// Packs the corpus of faulty extensions for `mayfly soak`: a bundle for each in the folder of the argument, with the
// expected results in `expected.json`.

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: pack-faults ICON FOLDER\n".utf8))
    exit(2)
}
do {
    let packer = FaultPacker(icon: CommandLine.arguments[1], folder: CommandLine.arguments[2])
    for fault in FaultCase.readable where !fault.killsHost { try packer.pack(fault) }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}

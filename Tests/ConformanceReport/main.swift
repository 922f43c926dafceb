// Prints the conformance matrix of a test run: conformance-report CLAIMS EVENTS. Status 1 if something is not proved.
import Foundation
import MayflyConformance

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: conformance-report CLAIMS EVENTS\n".utf8))
    exit(2)
}
do {
    let claims = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let events = try Data(contentsOf: URL(filePath: CommandLine.arguments[2]))
    let matrix = Matrix(claims: try Claim.read(claims), run: try TestRun(events))
    print(matrix.text)
    exit(matrix.isWhole ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("conformance-report: \(error)\n".utf8))
    exit(2)
}

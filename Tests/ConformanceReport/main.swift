// Prints the conformance matrix of a test run: conformance-report [--summary] CLAIMS EVENTS. Status 1 if it is not whole.
import Foundation
import MayflyConformance

var arguments = CommandLine.arguments.dropFirst()
let isSummary = arguments.first == "--summary"
if isSummary { arguments = arguments.dropFirst() }
guard arguments.count == 2, let claimsPath = arguments.first, let eventsPath = arguments.last else {
    FileHandle.standardError.write(Data("usage: conformance-report [--summary] CLAIMS EVENTS\n".utf8))
    exit(2)
}
do {
    let claims = try Claim.read(Data(contentsOf: URL(filePath: claimsPath)))
    let run = try TestRun(Data(contentsOf: URL(filePath: eventsPath)))
    let matrix = Matrix(statements: try Catalogue.current().statements, claims: claims, run: run)
    print(isSummary ? matrix.summary : matrix.text)
    exit(matrix.isWhole ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("error: conformance-report: \(error)\n".utf8))
    exit(2)
}

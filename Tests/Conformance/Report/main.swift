// Prints the conformance matrix of a test run: conformance-report [--summary] CLAIMS EVENTS…. Status 1 if it is not whole.
import Foundation
import MayflyConformance

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(2)
}

var arguments = CommandLine.arguments.dropFirst()
let isSummary = arguments.first == "--summary"
if isSummary { arguments = arguments.dropFirst() }
guard arguments.count >= 2, let claimsPath = arguments.first else {
    fail("usage: conformance-report [--summary] CLAIMS EVENTS…")
}
for path in arguments where !FileManager.default.isReadableFile(atPath: path) {
    fail("error: conformance-report: '\(path)' is not there: no test has recorded anything")
}
do {
    let claims = try Claim.read(Data(contentsOf: URL(filePath: claimsPath)))
    let run = try TestRun(arguments.dropFirst().map { try Data(contentsOf: URL(filePath: $0)) })
    let matrix = Matrix(statements: try Catalogue.current().statements, claims: claims, run: run)
    print(isSummary ? matrix.summary : matrix.text)
    exit(matrix.isWhole ? 0 : 1)
} catch {
    fail("error: conformance-report: \(error)")
}

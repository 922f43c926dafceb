import Foundation
import MayflyHost
import MayflyModel
import MayflyWorkers
import Testing

/// A conversion by the real program that waits for the rest of its picture: it has entered its sandbox, and begun to read.
enum HeldConversion {
    /// Lets `body` look at the process, and gives what became of the conversion. The rest of the picture, which is none, comes
    /// when `body` is done; with `isEndless`, never.
    static func result(
        in confinement: Confinement = Confinement(),
        deadline: Duration = .seconds(120),
        isEndless: Bool = false,
        _ body: ((Int32) throws -> Void)? = nil
    ) async throws -> Result<[UInt8]?, ConversionFailure> {
        // By a name of its own the process is found among those of other tests.
        let program = NSTemporaryDirectory() + "mayfly-worker-\(UUID())"
        let real = Bundle.main.bundlePath + "/mayfly-media-worker"
        try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: real)
        let pipe = NSTemporaryDirectory() + "mayfly-held-\(UUID())"
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { for path in [program, pipe] { try? FileManager.default.removeItem(atPath: path) } }
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let writer = open(pipe, O_WRONLY | O_CLOEXEC)
        let converter = PictureConverter(
            program: program,
            confinement: confinement,
            deadline: deadline,
            loop: try .running()
        )
        async let conversion = {
            defer { close(reader) }
            return await converter.convert(pipe, scope: .first)
        }()
        let outcome = await Result {
            try await OwnThread.run { try PipeFill.write(to: writer) }
            // Not on that thread, where a failed expectation would be nobody's.
            if let body { try body(try #require(try processes(of: program).first)) }
        }
        if !isEndless { close(writer) }
        let result = await conversion.result
        if isEndless { close(writer) }
        try outcome.get()
        #expect(try processes(of: program) == [])
        return result
    }

    /// The processes that run a program now.
    static func processes(of program: String) throws -> [Int32] {
        try ProcessState.processes { ProcessState.command(of: $0).contains { $0.elementsEqual(program.utf8) } }
    }
}

extension Result where Failure == any Error {
    /// What an asynchronous body returns or throws.
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

internal import Glibc
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel

/// A program beside `mayfly` that carries out some of its commands, so that `mayfly` links nothing of it.
struct OwnProgram {
    static let author = OwnProgram(name: "mayfly-author", build: "make author")
    static let bench = OwnProgram(name: "mayfly-bench", build: "make bench")
    static let store = OwnProgram(name: "mayfly-store", build: "make build")
    static let web = OwnProgram(name: "mayfly-web", build: "make web")

    private let name: String
    /// The command that builds it.
    private let build: String

    /// Replaces this process by the program with these words (execv(3)); throws when that fails. `command` is what the person has typed.
    func run(_ words: [String], for command: String) throws(MayflyError) {
        let program = try ExtensionHost.program(name)
        let error = withCStrings([program] + words) { words in
            execv(program, words)
            return errno
        }
        throw MayflyError(
            .files,
            "'mayfly \(command)' needs the program \(program): \(String(cString: strerror(error))); '\(build)' builds it"
        )
    }
}

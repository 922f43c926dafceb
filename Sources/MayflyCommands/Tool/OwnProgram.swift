internal import Glibc
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel

/// A program beside `mayfly` that carries out some of its commands, so that `mayfly` links nothing of it.
enum OwnProgram {
    /// Replaces this process by that program (execv(3)); throws when that fails.
    ///
    /// - Parameter home: the home folder that stood before the name of the command.
    static func run(
        _ name: String,
        _ command: String,
        in home: String? = nil,
        _ arguments: [String],
        builtBy build: String
    ) throws(MayflyError) {
        let program = try ExtensionHost.program(name)
        let error = withCStrings([program, command] + (home.map { ["--home", $0] } ?? []) + arguments) { words in
            execv(program, words)
            return errno
        }
        throw MayflyError(
            .files,
            "'mayfly \(command)' needs the program \(program): \(String(cString: strerror(error))); '\(build)' builds it"
        )
    }
}

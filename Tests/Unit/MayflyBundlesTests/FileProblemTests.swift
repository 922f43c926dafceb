import Glibc
import MayflyModel
import Testing

@testable import MayflyBundles

@Suite struct FileProblemTests {
    private static let usual: [MayflyError.Code] = [
        .invalidBundle, .invalidManifest, .invalidPack, .invalidLibrary, .libraryMissing,
    ]
    private static let kinds: [FileProblem.Kind] = [
        .missing, .unreadable, .notRegular, .outside, .tooLarge, .unmeasured, .exhausted,
    ]

    /// The bundle is to blame for all but one. The compiler names a kind that is new here.
    private static func blamesTheBundle(_ kind: FileProblem.Kind) -> Bool {
        switch kind {
        case .missing, .unreadable, .notRegular, .outside, .tooLarge, .unmeasured: true
        case .exhausted: false
        }
    }

    @Test(arguments: kinds, usual)
    func onlyWhatTheProcessLacksHasACodeOfItsOwn(kind: FileProblem.Kind, usual: MayflyError.Code) {
        #expect(FileProblem(kind, "why").code(usual) == (Self.blamesTheBundle(kind) ? usual : .files))
    }

    private static let systemCalls: [(number: Int32, kind: FileProblem.Kind, reason: String)] = [
        (ENOENT, .missing, "no such file"),
        (ENOTDIR, .missing, "no such file"),
        (ENAMETOOLONG, .missing, "the name is too long"),
        (ELOOP, .outside, "too many links, or a link that was put there while it was read"),
        (EMFILE, .exhausted, "too many open files"),
        (ENFILE, .exhausted, "too many open files in system"),
        (ENOMEM, .exhausted, "cannot allocate memory"),
        (EACCES, .unreadable, "permission denied"),
        (EIO, .unreadable, "input/output error"),
    ]

    @Test(arguments: systemCalls)
    func aSystemCallTellsTheKind(number: Int32, kind: FileProblem.Kind, reason: String) {
        let problem = FileProblem(errno: number)
        #expect(problem.kind == kind)
        #expect(problem.reason == reason)
    }

    private static let otherFiles: [(mode: mode_t, name: String)] = [
        (S_IFDIR, "a folder"), (S_IFIFO, "a FIFO"), (S_IFSOCK, "a socket"), (S_IFCHR, "a device"),
        (S_IFBLK, "a device"), (S_IFLNK, "a link"),
    ]

    @Test(arguments: otherFiles)
    func namesWhatIsNoRegularFile(mode: mode_t, name: String) {
        let problem = FileProblem.notRegular(mode: mode | 0o600)
        #expect(problem == FileProblem(.notRegular, "\(name), where a regular file is needed"))
    }
}

internal import Glibc
internal import MayflyBundles
internal import MayflyModel

/// Why a file of a project could not be copied into its bundle.
struct CopyProblem: Error {
    /// The text after the name of the file and a colon.
    let reason: String
    /// Whether what the project names is not there.
    let isMissing: Bool
    /// Whether the file system is to blame, and not the project.
    private let isOfSystem: Bool

    private init(_ reason: String, isMissing: Bool, isOfSystem: Bool) {
        (self.reason, self.isMissing, self.isOfSystem) = (reason, isMissing, isOfSystem)
    }

    /// The project breaks a rule.
    init(_ reason: String) { self.init(reason, isMissing: false, isOfSystem: false) }

    init(_ problem: FileProblem) {
        self.init(problem.reason, isMissing: problem.isMissing, isOfSystem: false)
    }

    /// The problem of a call that has just failed, from `errno`.
    static func ofSystem() -> CopyProblem {
        CopyProblem(String(cString: strerror(errno)).lowercased(), isMissing: false, isOfSystem: true)
    }

    /// The same problem of a folder that the file is in.
    func inside(_ path: String) -> CopyProblem {
        guard !reason.hasPrefix("'") else { return self }
        return CopyProblem("'\(shown(path))' in it: \(reason)", isMissing: false, isOfSystem: isOfSystem)
    }

    func code(_ use: PackPlan.Use) -> MayflyError.Code {
        if isOfSystem { return .files }
        switch use {
        case .library: return isMissing ? .libraryMissing : .invalidLibrary
        case .stickers: return .invalidPack
        case .manifest: return .invalidManifest
        case .icon, .include: return .invalidBundle
        }
    }
}

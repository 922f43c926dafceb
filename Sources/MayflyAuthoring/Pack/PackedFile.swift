/// A file of a bundle, and where it comes from.
package struct PackedFile: Sendable, Equatable {
    /// The path in the bundle.
    package let path: String
    /// The path in the project.
    package let source: String
    package let bytes: Int
}

/// What of a project is not in the bundle.
package struct LeftOut: Sendable, Equatable {
    /// The path in the project, or where there is no such file, in the bundle.
    package let path: String
    package let reason: String
}

/// What `mayfly pack` has done.
package struct PackReport: Sendable {
    /// The folder of the bundle.
    package let bundle: String
    /// Whether there was an older one.
    package let isReplaced: Bool
    package let files: [PackedFile]
    package let leftOut: [LeftOut]
    /// What breaks no rule, one line each.
    package let warnings: [String]

    package var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
}

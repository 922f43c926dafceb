internal import MayflyBundles
package import MayflyModel

/// The content of `mayfly-project.json`: how a project is built, and what of it goes into the bundle.
package struct ProjectFile: Sendable, Equatable {
    /// The command that builds the project, in its folder: the program and its arguments. Empty where there is nothing to build.
    package let build: [String]
    /// The path of the library that the build makes, by platform, such as `linux-x86_64`.
    package let libraries: [String: String]
    /// The files and folders that are written by hand.
    package let sources: [String]
    /// Files and folders that the extension reads from its bundle, and that the manifest does not name.
    package let include: [String]
    /// Keys that are not known, one line each.
    package let warnings: [String]

    /// The name of the file in every project.
    package static let name = "mayfly-project.json"
    static let maximumSize = 64 * 1024
    private static let mostEntries = 256
    private static let keys = ["build", "libraries", "sources", "include"]

    /// Reads the text of the file. Every error is `.invalidInput`, and names the key with its place, the rule and the value.
    package init(json: [UInt8]) throws(MayflyError) {
        do throws(MayflyError) {
            self = try Self.read(json)
        } catch {
            let message = JSONPlaces(json).adding(to: error.message, of: Self.name)
            throw MayflyError(error.code, message, cause: error)
        }
    }

    private init(
        build: [String],
        libraries: [String: String],
        sources: [String],
        include: [String],
        warnings: [String]
    ) {
        self.build = build
        self.libraries = libraries
        self.sources = sources
        self.include = include
        self.warnings = warnings
    }

    private static func read(_ json: [UInt8]) throws(MayflyError) -> ProjectFile {
        let object = try JSONObject(json, limit: maximumSize, file: name, code: .invalidInput)
        let build = try list("build", of: object)
        if let first = build.first, first.isEmpty {
            throw object.problem("build", "must begin with the name of a program, found ''")
        }
        var libraries: [String: String] = [:]
        if let map = try object.optionalObject("libraries") {
            libraries = try map.texts()
            for platform in libraries.keys.sorted() {
                try ProjectPath.check(libraries[platform] ?? "") { map.problem(platform, $0) }
            }
        }
        let paths = ["sources", "include"]
        for key in paths {
            for (index, path) in try list(key, of: object).enumerated() {
                try ProjectPath.check(path) { object.problem("\(key)[\(index)]", $0) }
            }
        }
        let places = JSONPlaces(json)
        return ProjectFile(
            build: build,
            libraries: libraries,
            sources: try list("sources", of: object),
            include: try list("include", of: object),
            warnings: object.unknownKeyWarnings(besides: keys).map { places.adding(to: $0, of: name) }
        )
    }

    private static func list(_ key: String, of object: JSONObject) throws(MayflyError) -> [String] {
        let texts = try object.optionalTexts(key) ?? []
        guard texts.count <= mostEntries else {
            throw object.problem(key, "must have at most \(mostEntries) entries, found \(texts.count)")
        }
        return texts
    }
}

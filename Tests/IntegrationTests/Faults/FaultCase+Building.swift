import Foundation
import Synchronization

extension FaultCase {
    /// Bundles that were built in this run, by the ids of their extensions. With walls and without, it is the same.
    private static let built = Mutex<[String: String]>([:])

    /// The bundle, built when it is first asked for.
    func bundle() throws -> String {
        if let path = Self.built.withLock({ $0[id] }) { return path }
        let path = try PluginWorkshop.pack(id: id, build)
        Self.built.withLock { $0[id] = path }
        return path
    }

    private func build(_ library: String) throws {
        let isCPlusPlus = file.hasSuffix(".cpp")
        let language = isCPlusPlus ? ["-std=c++20", "-Wno-missing-field-initializers"] : ["-std=gnu11"]
        try run(
            isCPlusPlus ? "c++" : "cc",
            language + [
                "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC", "-fvisibility=hidden",
                "-pthread", "-I", PluginWorkshop.headers, "-o", library, Self.folder.appending(path: file).path,
            ] + options + (variant.map { ["-D" + $0] } ?? [])
        )
    }
}

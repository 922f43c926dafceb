internal import Glibc
internal import MayflyBundles
internal import MayflyModel

/// The libraries that an extension finds in its sandbox: those of the system and of the Swift runtime.
struct SystemLibraries {
    /// Where the loader looks, after the folders that a library names itself.
    private static let folders = [
        "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
        "/usr/local/lib", "/lib64", "/usr/lib64", "/usr/local/lib64", "/lib", "/usr/lib",
    ]
    private static let mostLibraries = 128

    /// The folders besides that have a library of the Swift runtime.
    private let more: [String]

    /// `named` are the folders that a library names.
    init(named: [String]) {
        more = named.filter { folder in
            folder.hasPrefix("/") && access(folder + "/libswiftCore.so", R_OK) == 0
        }
    }

    /// Where the library of a name lies; nil for one that an extension does not find.
    func path(of name: String) -> String? {
        guard !name.contains("/") else { return nil }
        return (more + Self.folders).lazy.map { $0 + "/" + name }.first { access($0, R_OK) == 0 }
    }

    /// The names of these symbols that no library offers among the needed ones and those that they need.
    func missing(_ symbols: [String], among needed: [String]) -> [String] {
        var (missing, queue, seen) = (Set(symbols), needed, Set(needed))
        while let name = queue.popLast(), !missing.isEmpty {
            guard let path = path(of: name), let offers = LibraryDetails.offers(ofLibraryAt: path) else { continue }
            missing.subtract(offers.symbols)
            guard seen.count < Self.mostLibraries else { continue }
            queue += offers.needed.filter { seen.insert($0).inserted }
        }
        return missing.sorted()
    }
}

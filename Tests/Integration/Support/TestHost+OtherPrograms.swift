import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting

/// Other programs on the home folder of a test.
extension TestHost {
    /// A search path of these folders, joined by colons, as a program has it.
    func searchPath(_ folders: String) -> SearchPath {
        SearchPath(
            home: home,
            environment: [SearchPath.variable: folders],
            executableFolder: nil,
            currentFolder: "/"
        )
    }

    /// The host of another program, with the extensions in these folders.
    func otherHost(
        searching folders: String,
        policy: Policy = .immediate,
        providers: Providers = Providers()
    ) throws -> ExtensionHost {
        try ExtensionHost(
            home: HomeFolder(path: home),
            searchPath: searchPath(folders),
            policy: policy,
            providers: providers
        )
    }
}

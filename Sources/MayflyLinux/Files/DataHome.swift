internal import MayflyModel

/// The folder of a person for data of programs (XDG base directory specification).
package enum DataHome {
    /// `$XDG_DATA_HOME`, else `$HOME/.local/share`; nil where neither variable is an absolute path.
    package static func path(_ environment: [String: String]) -> String? {
        if let data = environment["XDG_DATA_HOME"], data.begins(with: "/") { return data }
        if let home = environment["HOME"], home.begins(with: "/") { return home + "/.local/share" }
        return nil
    }
}

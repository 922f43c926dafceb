internal import MayflyModel
internal import MayflyProtocol
internal import MayflyStore

extension DisabledExtensions {
    /// Reads them from the database. One that cannot be read is reported, and hides no extension: none is disabled then.
    static func reading(_ home: HomeFolder) -> DisabledExtensions {
        guard home.hasDatabase else { return DisabledExtensions() }
        do throws(MayflyError) {
            return try DisabledExtensions(try Store(home: home, isReading: true))
        } catch {
            Output.complain("warning: it is not known which extensions are disabled: \(error.message)")
            return DisabledExtensions()
        }
    }
}

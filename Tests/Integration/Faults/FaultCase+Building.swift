import Foundation
import MayflyFaults
import Synchronization
import Testing

extension FaultCase: CustomTestStringConvertible {
    public var testDescription: String { title }
}

extension FaultCase {
    /// Those that are run: all, or as `MAYFLY_FAULTS` says. A number, as in a second run by another user, means every so manieth and
    /// all that only a sandbox contains; anything else means those whose file has that in its name.
    static let chosen: [FaultCase] = {
        let choice = ProcessInfo.processInfo.environment["MAYFLY_FAULTS"] ?? "1"
        guard let step = Int(choice) else { return readable.filter { $0.title.contains(choice) } }
        return readable.enumerated().filter { $1.needsSandbox || $0.isMultiple(of: max(step, 1)) }.map(\.element)
    }()

    /// Bundles that were built in this run, by the ids of their extensions. In a sandbox and without one, it is the same.
    private static let built = Mutex<[String: String]>([:])

    /// The bundle, built when it is first asked for.
    func bundle() throws -> String {
        if let path = Self.built.withLock({ $0[id] }) { return path }
        let path = try PluginWorkshop.pack(id: id, compile)
        Self.built.withLock { $0[id] = path }
        return path
    }
}

internal import Dispatch
internal import Glibc
package import MayflyBundles
package import MayflyModel
internal import Synchronization

/// Makes the reports of crashes, with the names of functions from the extensions' libraries.
///
/// The libraries are read on a thread of their own, one at a time among all windows: they may be large, and on a file
/// system that answers late. No other work waits for that thread.
package enum CrashNaming {
    /// How long the receipt waits for the names. The search itself takes far less: see `ELFSymbolTable`.
    private static let limit = Duration.seconds(2)
    private static let searches = DispatchQueue(label: "org.mayfly.names", qos: .utility)
    private static let timeouts = DispatchQueue(label: "org.mayfly.names.timeouts")

    /// The report of a black box. If the names are not found in time, it has none.
    package static func report(_ box: BlackBox, of bundle: ExtensionBundle) async -> CrashReport {
        let name = bundle.libraryName
        let report = await first(within: limit) {
            let library = try? bundle.openLibrary()
            defer { if let library { close(library.descriptor) } }
            return CrashReport(box, library: library?.descriptor, named: name)
        }
        return report ?? CrashReport(box, library: nil, named: name)
    }

    /// The result of `body`, which runs on the thread of the searches; nil if it is not there within that time. `body`
    /// then runs to its end, and its result is dropped.
    static func first<Result: Sendable>(
        within limit: Duration,
        _ body: @escaping @Sendable () -> Result
    ) async -> Result? {
        await withCheckedContinuation { waiter in
            let answer = Answer(waiter)
            timeouts.asyncAfter(deadline: .now() + .milliseconds(Int(limit.milliseconds))) { answer.give(nil) }
            searches.async { answer.give(body()) }
        }
    }

    /// The first result that is given resumes the waiter.
    private final class Answer<Result: Sendable>: Sendable {
        private let waiter: Mutex<CheckedContinuation<Result?, Never>?>

        init(_ waiter: CheckedContinuation<Result?, Never>) { self.waiter = Mutex(waiter) }

        func give(_ result: Result?) {
            let waiter = waiter.withLock { waiter in
                defer { waiter = nil }
                return waiter
            }
            waiter?.resume(returning: result)
        }
    }
}

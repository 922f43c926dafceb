internal import MayflyModel

extension Manifest {
    /// Something of which an extension may want to be given less than the host gives. The raw values are the keys of the
    /// manifest's `limits`, and name the unit.
    public enum Limit: String, Sendable, CaseIterable {
        case memory = "memory_mib"
        /// Processor time within `Policy.cpuWindow`.
        case cpu = "cpu_ms"
        case threads
        case storage = "storage_mib"
        case files
        /// What may be printed at a stretch.
        case output = "output_kib"
        /// How many calls may be made at a stretch.
        case calls
        case launch = "launch_ms"
        case callback = "callback_ms"
        case resign = "resign_ms"
        case linger = "linger_ms"

        /// Not to linger makes sense; no memory does not.
        fileprivate var least: Int { self == .linger ? 0 : 1 }
    }

    /// The greatest number that a limit may be, so that no unit overflows.
    private static let greatestLimit = 1 << 40

    static func limits(_ object: JSONObject) throws(MayflyError) -> [Limit: Int] {
        guard let map = try object.optionalObject("limits") else { return [:] }
        let numbers = try map.numbers()
        var limits: [Limit: Int] = [:]
        for name in numbers.keys.sorted() {
            guard let limit = Limit(rawValue: name) else {
                let known = Limit.allCases.map(\.rawValue).joined(separator: ", ")
                throw map.problem(name, "is not a limit; there are \(known)")
            }
            guard let number = numbers[name].flatMap(Int.init(exactly:)), number <= greatestLimit,
                number >= limit.least
            else {
                let found = numbers[name].map { "\($0)" } ?? "nothing"
                throw map.problem(name, "must be a whole number, \(limit.least) or more, found \(found)")
            }
            limits[limit] = number
        }
        return limits
    }
}

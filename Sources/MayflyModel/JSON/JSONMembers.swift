/// The members of an object while it is read, each name once.
struct JSONMembers {
    private(set) var all: [JSONValue.Member] = []
    /// The names, once there are so many that looking through them all would take long.
    private var names: Set<String> = []

    private static let few = 16

    /// False for a name that is there already.
    mutating func add(_ name: String, _ value: JSONValue) -> Bool {
        if all.count < Self.few {
            guard !all.contains(where: { $0.name == name }) else { return false }
        } else {
            if names.isEmpty { names = Set(all.map(\.name)) }
            guard names.insert(name).inserted else { return false }
        }
        all.append(JSONValue.Member(name, value))
        return true
    }
}

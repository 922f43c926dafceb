internal import MayflyBundles
internal import MayflyCommands
internal import MayflyModel

extension Scenario {
    /// Reads a file of a scenario.
    ///
    /// - Parameter bundles: those that take the place of its own, by paths of this process.
    package init(path: String, bundles: [String] = []) throws(ScenarioError) {
        let bytes: [UInt8]
        do throws(MayflyError) {
            bytes = try RegularFile.contents(of: path, limit: ScenarioNode.maximumBytes)
        } catch {
            let reason = (error.cause as? FileProblem)?.reason ?? error.message
            throw ScenarioError(file: path, "the file cannot be read: \(reason)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ScenarioError(file: path, "the file is not UTF-8 text")
        }
        try self.init(text: text, file: path, bundles: bundles)
    }

    /// Reads the text of a file.
    package init(text: String, file: String, bundles: [String] = []) throws(ScenarioError) {
        let root = try ScenarioNode(text: text, file: file)
        let fields = try root.fields("the scenario", ScenarioKeys.scenario)
        self.file = file
        name = try fields["name"]?.text("'name'") ?? Self.usualName(of: file)
        var own: [(path: String, position: Position)] = []
        for node in fields["extension"]?.oneOrMore() ?? [] {
            own.append((try node.text("an 'extension'"), node.position))
        }
        extensions = own.map(\.path)
        self.bundles =
            bundles.isEmpty
            ? own.map { (Self.path($0.path, of: file), $0.position) }
            : bundles.map { ($0, own.first?.position ?? root.position) }
        devices = try Self.devices(fields["devices"], in: root)
        let people = devices.reduce(into: [String]()) { if !$0.contains($1.person) { $0.append($1.person) } }
        (conversation, members) = try Self.conversation(fields["conversation"], people)
        let place = fields["conversation"] ?? fields["devices"] ?? root
        conversationPosition = place.position
        guard members.count > 1 else {
            throw place.error("a conversation has at least two people; this one has \(members.count)")
        }
        patience =
            try fields["within"].map { node throws(ScenarioError) in try node.duration("'within'") } ?? .seconds(10)
        guard let steps = fields["steps"] else { throw root.error("the scenario has no 'steps'") }
        let list = try steps.list("'steps'")
        guard !list.isEmpty else { throw steps.error("'steps' has no step") }
        var reader = StepReader(devices: devices.map(\.name), patience: patience, hasExtension: !self.bundles.isEmpty)
        self.steps = try list.map { node throws(ScenarioError) in try reader.step(node) }
    }

    private static func usualName(of file: String) -> String {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        return last.hasSuffix(".yaml") ? String(last.dropLast(5)) : last
    }

    private static func devices(_ node: ScenarioNode?, in root: ScenarioNode) throws(ScenarioError) -> [Device] {
        guard let node else {
            return ["alice", "bob"].map { Device(name: $0, owner: nil, profile: .full, position: root.position) }
        }
        let devices = try node.pairs("'devices'").map { name, place, value throws(ScenarioError) in
            guard value.isMapping else {
                return Device(name: name, owner: nil, profile: try value.profile(), position: place)
            }
            let fields = try value.fields("the device '\(SafeText.line(name, limit: 80))'", ScenarioKeys.device)
            let owner = try fields["of"]?.text("'of'")
            let profile = try fields["profile"]?.profile() ?? .full
            return Device(name: name, owner: owner, profile: profile, position: place)
        }
        guard !devices.isEmpty else { throw node.error("'devices' has no device") }
        return devices
    }

    private static func conversation(
        _ node: ScenarioNode?,
        _ people: [String]
    ) throws(ScenarioError) -> (name: String, members: [String]) {
        guard let node else { return ("chat", people) }
        let fields = try node.fields("'conversation'", ScenarioKeys.conversation)
        let members = try fields["with"]?.list("'with'").map { node throws(ScenarioError) in
            let name = try node.text("a member of 'with'")
            guard people.contains(name) else { throw node.unknown("person", name, people) }
            return name
        }
        return (try fields["name"]?.text("'name'") ?? "chat", members ?? people)
    }
}

extension ScenarioNode {
    fileprivate func profile() throws(ScenarioError) -> DeviceProfile {
        let text = try text("a profile")
        guard let profile = DeviceProfile(rawValue: text) else {
            throw unknown("profile", text, DeviceProfile.allCases.map(\.rawValue))
        }
        return profile
    }

    /// Such as `500ms`, `10s`, `5min`, `2h` or `3d`.
    func duration(_ what: String) throws(ScenarioError) -> Duration {
        let text = try text(what)
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [String: Int64] = ["ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": 86_400_000]
        guard let number = Int64(digits), number < 1_000_000, let unit = units[String(text.dropFirst(digits.count))]
        else {
            throw error("\(what) is a time such as 500ms, 10s, 5min, 2h or 3d, not \(kind)")
        }
        return .milliseconds(number * unit)
    }

    func unknown(_ what: String, _ name: String, _ known: [String]) -> ScenarioError {
        error("there is no \(what) '\(SafeText.line(name, limit: 80))'; there is \(known.joined(separator: ", "))")
    }
}

internal import MayflyCommands
internal import MayflyModel

/// Reads what is expected.
enum CheckReader {
    static func checks(_ node: ScenarioNode) throws(ScenarioError) -> [ScenarioCheck] {
        let fields = try node.fields("'expect'", ScenarioKeys.expect)
        guard !fields.isEmpty else { throw node.error("'expect' expects nothing") }
        var checks: [ScenarioCheck] = []
        // In the order in which they are compared, whatever that of the file is.
        for key in ScenarioKeys.expect {
            guard let value = fields[key] else { continue }
            switch key {
            case Expectation.Place.transcript.rawValue: checks += try transcript(value)
            case "receipt": checks += try receipt(value)
            case "error":
                checks += try rules(value, "'error'", ScenarioKeys.text).map {
                    ScenarioCheck(position: $0.position, subject: .error($0.rule, $0.text))
                }
            case "svg": checks += try pictures(value)
            default:
                if let place = Expectation.Place(rawValue: key) { checks += try texts(value, "'\(key)'", place) }
                if let kind = ScenarioCheck.NameKind(rawValue: key) { checks.append(try names(value, kind)) }
            }
        }
        return checks
    }

    private static func texts(
        _ node: ScenarioNode,
        _ what: String,
        _ place: Expectation.Place
    ) throws(ScenarioError) -> [ScenarioCheck] {
        try rules(node, what, ScenarioKeys.text).map {
            ScenarioCheck(position: $0.position, subject: .sight(.text(place, $0.rule, $0.text)))
        }
    }

    /// Each rule has a text or a list of them.
    private static func rules(
        _ node: ScenarioNode,
        _ what: String,
        _ known: [String]
    ) throws(ScenarioError) -> [(rule: Expectation.Rule, text: String, position: Position)] {
        let fields = try node.fields(what, known)
        guard !fields.isEmpty else { throw node.error("\(what) expects nothing") }
        var found: [(rule: Expectation.Rule, text: String, position: Position)] = []
        for rule in Expectation.Rule.allCases {
            guard let value = fields[rule.rawValue] else { continue }
            let texts = value.oneOrMore()
            guard !texts.isEmpty else { throw value.error("'\(rule.rawValue)' has no text") }
            for node in texts { found.append((rule, try node.text("'\(rule.rawValue)'"), node.position)) }
        }
        return found
    }

    private static func transcript(_ node: ScenarioNode) throws(ScenarioError) -> [ScenarioCheck] {
        let fields = try node.fields("'transcript'", ScenarioKeys.transcript)
        var checks = try rules(node, "'transcript'", ScenarioKeys.transcript).map {
            ScenarioCheck(position: $0.position, subject: .sight(.text(.transcript, $0.rule, $0.text)))
        }
        if let last = fields["last"] { checks += try texts(last, "'last'", .lastRow) }
        if let count = fields["count"] {
            checks.append(ScenarioCheck(position: count.position, subject: .rowCount(try count.count("'count'"))))
        }
        return checks
    }

    private static func receipt(_ node: ScenarioNode) throws(ScenarioError) -> [ScenarioCheck] {
        let fields = try node.fields("'receipt'", ScenarioKeys.receipt)
        guard !fields.isEmpty else { throw node.error("'receipt' expects nothing") }
        var checks: [ScenarioCheck] = []
        for fact in Expectation.Fact.allCases {
            guard let value = fields[fact.rawValue] else { continue }
            let text = try value.text("'\(fact.rawValue)'")
            if let problem = fact.problem(of: text) { throw value.error(problem) }
            checks.append(ScenarioCheck(position: value.position, subject: .sight(.receipt(fact, text))))
        }
        return checks
    }

    private static func names(
        _ node: ScenarioNode,
        _ kind: ScenarioCheck.NameKind
    ) throws(ScenarioError) -> ScenarioCheck {
        var (list, isExact) = (node, false)
        if node.isMapping {
            guard let exactly = try node.fields("'\(kind.rawValue)'", ScenarioKeys.names)["exactly"] else {
                throw node.error("'\(kind.rawValue)' expects nothing")
            }
            (list, isExact) = (exactly, true)
        }
        let known = EventLog.names(of: kind)
        let names = try list.list("'\(kind.rawValue)'").map { node throws(ScenarioError) in
            let name = try node.text("a name in '\(kind.rawValue)'")
            guard known.contains(name) else { throw node.unknownName(name, of: kind, known) }
            return name
        }
        guard isExact || !names.isEmpty else { throw list.error("'\(kind.rawValue)' has no name") }
        return ScenarioCheck(position: node.position, subject: .names(kind, names, isExact: isExact))
    }

    private static func pictures(_ node: ScenarioNode) throws(ScenarioError) -> [ScenarioCheck] {
        let fields = try node.fields("'svg'", ScenarioKeys.svg)
        let tolerance =
            try fields["tolerance"].map { node throws(ScenarioError) in try node.number("'tolerance'") } ?? 0.5
        var checks: [ScenarioCheck] = []
        for kind in ScenarioCheck.PictureKind.allCases {
            guard let value = fields[kind.rawValue] else { continue }
            let path = try value.text("'\(kind.rawValue)'")
            guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
                throw value.error("'\(kind.rawValue)' is the path of a file below the folder of the scenario")
            }
            checks.append(
                ScenarioCheck(position: value.position, subject: .picture(kind, path: path, tolerance: tolerance))
            )
        }
        guard !checks.isEmpty else { throw node.error("'svg' names no picture") }
        return checks
    }
}

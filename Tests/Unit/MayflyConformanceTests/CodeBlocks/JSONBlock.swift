import MayflyAuthoring
import MayflyBench
import MayflyBundles
import MayflyModel
import MayflyServer
import MayflyTestSupport

/// A block in JSON: a manifest, or an object that the product prints.
enum JSONBlock {
    /// What is wrong with a block, one line each.
    static func problems(_ block: CodeBlock) throws -> [String] {
        let fragment = CodeFragment.all.first { $0.matches(block) }
        let text = (fragment?.before ?? "") + block.text + (fragment?.after ?? "")
        do {
            let value = try JSONReader(maximumBytes: 65_536, maximumDepth: 32).value(of: text)
            if case .text(let name) = value["event"] {
                let printed = try PrintedEvent.all().first { $0["event"] == .text(name) }
                return printed.map { differences(value, $0, at: name) } ?? ["the product has no event '\(name)'"]
            }
            if value["jsonrpc"] != .null { return requestProblems(value) }
            if value["build"] != .null { return try ProjectFile(json: Array(text.utf8)).warnings }
            if value["kind"] != .null { return try Manifest(json: Array(text.utf8)).warnings }
            let figure = Figure("figure", Series([1.5]), floor: Series([1.0]))
            if value["median_us"] != .null { return differences(value, figure.json, at: "figure") }
            return ["neither a manifest, nor an event, nor a request, nor a figure"]
        } catch {
            return ["\(error)"]
        }
    }

    /// A request of the host protocol names a method, and parameters of the method.
    private static func requestProblems(_ request: JSONValue) -> [String] {
        guard case .list(let methods) = OpenRPC.document["methods"], case .object(let given) = request["params"],
            let method = methods.first(where: { $0["name"] == request["method"] }),
            case .list(let parameters) = method["params"]
        else { return ["no request of the host protocol"] }
        let known = parameters.map { $0["name"] }
        return given.filter { !known.contains(.text($0.name)) }.map { "the method has no parameter '\($0.name)'" }
    }

    /// Where the members of an example are not those that the product prints, in its order and with values of its types.
    /// Null has every type. The members of `arguments` depend on the call.
    private static func differences(_ example: JSONValue, _ printed: JSONValue, at path: String) -> [String] {
        switch (example, printed) {
        case (.null, _), (_, .null): return []
        case (.object(let members), .object(let others)):
            let (names, known) = (members.map(\.name), others.map(\.name))
            guard names == known else { return ["\(path) has the members \(names); the product prints \(known)"] }
            return zip(members, others).filter { $0.0.name != "arguments" }
                .flatMap { differences($0.value, $1.value, at: "\(path).\($0.name)") }
        case (.list(let items), .list(let others)):
            // Items may be of several kinds, such as the blocks of a card.
            return items.enumerated().flatMap { index, item in
                others.map { differences(item, $0, at: "\(path)[\(index)]") }.min { $0.count < $1.count } ?? []
            }
        default:
            guard example.kind != printed.kind else { return [] }
            return ["\(path) is \(example.kind); the product prints \(printed.kind)"]
        }
    }
}

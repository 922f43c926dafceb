import Foundation
import Testing

/// A browser without a window. It and what it started are another test's, or end, with this value.
final class Browser {
    typealias Failure = WebDriver.Failure

    private let driver: WebDriver
    /// Whether it is like all others.
    private let isUsual: Bool

    /// - Parameter options: more arguments of Chromium.
    init(width: Int = 1_100, height: Int = 860, _ options: [String] = []) throws {
        isUsual = options.isEmpty
        driver = try isUsual ? .fresh() : WebDriver(options)
        try driver.call("POST", "/window/rect", ["width": width, "height": height])
    }

    deinit {
        if isUsual { driver.putBack() } else { driver.end() }
    }

    // MARK: The page

    func open(_ address: String) throws { try driver.call("POST", "/url", ["url": address]) }

    func back() throws { try driver.call("POST", "/back", [:]) }

    func forward() throws { try driver.call("POST", "/forward", [:]) }

    func reload() throws { try driver.call("POST", "/refresh", [:]) }

    /// The value of a script, whose arguments are `arguments`.
    @discardableResult func run(_ script: String, _ arguments: Any...) throws -> Any {
        try driver.call("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    /// The same for a script that gives its value to its last argument, which is a function.
    func runAsync(_ script: String, _ arguments: Any...) throws -> Any {
        try driver.call("POST", "/execute/async", ["script": script, "args": arguments])
    }

    /// Waits until an expression of the page is true.
    func wait(for condition: String, _ arguments: Any...) throws { try wait(for: condition, given: arguments) }

    private func wait(for condition: String, given arguments: [Any]) throws {
        let script = """
            const done = arguments[arguments.length - 1]
            const isSo = () => { try { return \(condition) } catch { return false } }
            const look = () => isSo() ? done(true) : setTimeout(look, 20)
            look()
            """
        do {
            _ = try driver.call("POST", "/execute/async", ["script": script, "args": arguments])
        } catch {
            let text = try? run("return document.body.innerText")
            throw Failure(
                description: """
                    \(condition) did not become true (\(error)); the page says: \(text ?? "")
                    \((try? errors()) ?? [])
                    """
            )
        }
    }

    /// Waits until an expression is true in the pane of that number, where `$` finds the first element and `$$` all.
    func wait(pane: Int, for condition: String, _ arguments: Any...) throws {
        let inPane = """
            (($, $$, ...given) => \(condition))(
              (name) => document.querySelectorAll('.pane')[\(pane)].querySelector(name),
              (name) => [...document.querySelectorAll('.pane')[\(pane)].querySelectorAll(name)], ...arguments)
            """
        try wait(for: inPane, given: arguments)
    }

    /// The value of an expression in the pane of that number, with the same functions.
    func value(pane: Int, of expression: String) throws -> Any {
        let script = """
            const pane = document.querySelectorAll('.pane')[\(pane)]
            const [$, $$] = [(name) => pane.querySelector(name), (name) => [...pane.querySelectorAll(name)]]
            return \(expression)
            """
        return try run(script)
    }

    /// A person aims at what does not move. The driver clicks where something was when it asked for its place.
    private static let standsStill = "document.getAnimations().every((one) => !(one instanceof CSSTransition))"

    /// Clicks what a selector finds, in the pane of that number, as a person does.
    func click(_ selector: String, pane: Int = 0) throws {
        let place = ".pane:nth-of-type(\(pane + 1)) \(selector)"
        // A list that is read again between the two draws its rows anew.
        var isStale = true
        while isStale {
            try wait(for: "\(Self.standsStill) && document.querySelector(arguments[0])?.checkVisibility()", place)
            do {
                try driver.call("POST", "/element/\(try element(place))/click", [:])
                isStale = false
            } catch let failure as Failure where failure.description.hasPrefix("stale element reference") {}
        }
    }

    /// Clicks the button whose name or text has those words.
    func press(_ words: String, pane: Int = 0) throws {
        let script = """
            [...document.querySelectorAll('.pane')[arguments[1]].querySelectorAll('button')].find((one) => one.checkVisibility()
              && !one.disabled && (one.getAttribute('aria-label') ?? one.textContent).includes(arguments[0]))
            """
        try wait(for: "\(Self.standsStill) && \(script)", words, pane)
        let found = try run("return \(script)", words, pane) as? [String: Any]
        let element = try #require(found?.values.first as? String)
        try driver.call("POST", "/element/\(element)/click", [:])
    }

    /// Types keys into what a selector finds.
    func type(_ text: String, into selector: String, pane: Int = 0) throws {
        let place = ".pane:nth-of-type(\(pane + 1)) \(selector)"
        try wait(for: "document.querySelector(arguments[0])", place)
        try driver.call("POST", "/element/\(try element(place))/value", ["text": text])
    }

    /// Presses keys where the focus is.
    func press(keys: String) throws {
        let steps = keys.flatMap { key -> [[String: Any]] in
            [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
        }
        try driver.call("POST", "/actions", ["actions": [["type": "key", "id": "keys", "actions": steps]]])
    }

    /// Drags from one point to another, with the mouse or with a finger (`touch`).
    func drag(from start: (x: Int, y: Int), to end: (x: Int, y: Int), with kind: String = "mouse") throws {
        let steps: [[String: Any]] = [
            ["type": "pointerMove", "x": start.x, "y": start.y, "duration": 0], ["type": "pointerDown", "button": 0],
            ["type": "pointerMove", "x": (start.x + end.x) / 2, "y": (start.y + end.y) / 2, "duration": 50],
            ["type": "pointerMove", "x": end.x, "y": end.y, "duration": 50], ["type": "pointerUp", "button": 0],
        ]
        let pointer: [String: Any] = [
            "type": "pointer", "id": kind, "parameters": ["pointerType": kind], "actions": steps,
        ]
        try driver.call("POST", "/actions", ["actions": [pointer]])
    }

    /// Scrolls aside with a wheel or a touchpad over what a selector finds, to the right where `points` is positive.
    func scroll(aside points: Int, over selector: String, pane: Int = 0) throws {
        let place = try element(".pane:nth-of-type(\(pane + 1)) \(selector)")
        let step: [String: Any] = [
            "type": "scroll", "x": 0, "y": 0, "deltaX": points, "deltaY": 0, "duration": 0,
            "origin": ["element-6066-11e4-a52e-4f735466cecf": place],
        ]
        try driver.call(
            "POST",
            "/actions",
            ["actions": [["type": "wheel", "id": "wheel", "actions": [step]]]]
        )
    }

    /// Gives files to what a selector finds, as a person who chooses them.
    func choose(_ paths: [String], for selector: String, pane: Int = 0) throws {
        try choose(paths, inDocument: ".pane:nth-of-type(\(pane + 1)) \(selector)")
    }

    func choose(_ paths: [String], inDocument selector: String) throws {
        try driver.call(
            "POST",
            "/element/\(try element(selector))/value",
            ["text": paths.joined(separator: "\n")]
        )
    }

    /// A picture of the page, which is not blank, kept as a file of that name beside the tests.
    @discardableResult func picture(_ name: String) throws -> [UInt8] {
        let text = try driver.call("GET", "/screenshot") as? String
        let data = try #require(text.flatMap { Data(base64Encoded: $0) })
        #expect(try colours(text ?? "").count > 20, "\(name) is blank")
        let folder = URL(filePath: Bundle.main.bundlePath).appending(path: "page-pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appending(path: "\(name).png"))
        return [UInt8](data)
    }

    /// What the browser complained of.
    func errors() throws -> [String] {
        let entries = try driver.call("POST", "/se/log", ["type": "browser"]) as? [[String: Any]]
        // Advice for programmers is none.
        return entries?.filter { $0["level"] as? String != "DEBUG" }.compactMap { $0["message"] as? String } ?? []
    }

    /// Makes the browser say that the person prefers something, such as `prefers-color-scheme`.
    func prefer(_ features: [String: String]) throws {
        let list = features.map { ["name": $0.key, "value": $0.value] }
        try command("Emulation.setEmulatedMedia", ["features": list])
    }

    /// Makes the browser one of a person who lives there: the language of its surface, and the zone of its clock.
    func live(in locale: String, _ zone: String) throws {
        try command("Emulation.setLocaleOverride", ["locale": locale])
        try command("Emulation.setTimezoneOverride", ["timezoneId": zone])
    }

    /// What the browser has noted of its connections since this was last called, in order.
    func networkLog() throws -> [(event: String, parameters: [String: Any])] {
        let entries = try driver.call("POST", "/se/log", ["type": "performance"]) as? [[String: Any]]
        return try (entries ?? []).compactMap { entry in
            let text = entry["message"] as? String ?? ""
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let message = object?["message"] as? [String: Any]
            guard let event = message?["method"] as? String else { return nil }
            return (event, message?["params"] as? [String: Any] ?? [:])
        }
    }

    /// A command of the browser's own protocol.
    @discardableResult func command(_ name: String, _ parameters: [String: Any] = [:]) throws -> Any {
        try driver.call("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    // MARK: The driver

    private func element(_ selector: String) throws -> String {
        let answer = try driver.call(
            "POST",
            "/element",
            ["using": "css selector", "value": selector]
        )
        return try #require((answer as? [String: Any])?.values.first as? String)
    }
}

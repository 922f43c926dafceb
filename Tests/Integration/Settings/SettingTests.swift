import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// What a person sets of an extension, and the extension reads.
@Suite struct SettingTests {
    private static let name = SettablePlugin.name

    /// What the plugin says that it has read.
    private static func read(_ test: TestHost, as device: String = "alice") async throws -> String? {
        let trace = Trace()
        try await test.window(as: device, trace: trace) { window in
            try await window.open(test.bundle(name))
            try await window.tap("read")
        }
        #expect(trace.said.contains { $0.hasPrefix("load 0 ") })
        return trace.said.last { $0.hasPrefix("read ") }
    }

    @Test func theExtensionReadsWhatThePersonHasSetOnTheDevice() async throws {
        let id = try #require(SettablePlugin.id)
        try await TestHost.with(bundles: [try SettablePlugin.bundle()], policy: .immediate) { test in
            #expect(try await Self.read(test) == "read 0 \(SettablePlugin.defaults)")
            try test.host.setSetting("sound", of: id, on: "alice", to: .toggle(false))
            try test.host.setSetting("nick", of: id, on: "alice", to: .text("Zoë"))
            try test.host.setSetting("theme", of: id, on: "alice", to: .text("dark"))
            try test.host.setSetting("volume", of: id, on: "alice", to: .number(0.5))
            #expect(try await Self.read(test) == "read 0 sound=false,nick=Zoë,theme=dark,volume=0.5")
            #expect(try await Self.read(test, as: "bob") == "read 0 \(SettablePlugin.defaults)")
            try test.host.resetSettings("nick", of: id, on: "alice")
            #expect(try await Self.read(test) == "read 0 sound=false,nick=Ann,theme=dark,volume=0.5")
            // Switched off and on, it finds what was set; the person has not taken it back.
            try test.host.setEnabled(false, id)
            try test.host.setEnabled(true, id)
            #expect(try test.host.settings(of: id, on: "alice").map(\.value.text) == ["false", "Ann", "dark", "0.5"])
            try test.host.resetSettings(of: id, on: "alice")
            #expect(try await Self.read(test) == "read 0 \(SettablePlugin.defaults)")
        }
    }

    @Test(
        arguments: [
            ("sound", SettingValue.text("true"), "setting 'sound' must be true or false, found a text"),
            ("nick", .text("Annabella B"), "setting 'nick' must have at most 10 characters, found 11"),
            ("nick", .text("a\nb"), "setting 'nick' must be one line without control characters, found 'a\\nb'"),
            ("theme", .text("blue"), "setting 'theme' must be one of light, dark, found 'blue'"),
            ("volume", .number(100.5), "setting 'volume' must be a number from 0 to 100, found 100.5"),
            ("volume", .number(.infinity), "setting 'volume' must be a number from 0 to 100, found inf"),
            (
                "colour", .text("red"),
                "\(SettablePlugin.name) has no setting 'colour'; it has sound, nick, theme, volume"
            ),
        ]
    )
    func aValueThatBreaksARuleIsNotKept(key: String, value: SettingValue, message: String) async throws {
        let id = try #require(SettablePlugin.id)
        try await TestHost.with(bundles: [try SettablePlugin.bundle()], policy: .immediate) { test in
            let error = #expect(throws: MayflyError.self) {
                try test.host.setSetting(key, of: id, on: "alice", to: value)
            }
            #expect(error?.code == .invalidInput && error?.message == message)
            let states = try test.host.settings(of: id, on: "alice")
            #expect(states.allSatisfy { $0.value == $0.setting.defaultValue })
        }
    }

    /// A new version may have other settings: what was set is checked again when it is read.
    @Test func whatDoesNotFitANewVersionReadsAsItsDefault() async throws {
        let id = try #require(SettablePlugin.id)
        try await TestHost.with(policy: .immediate) { test in
            try test.host.install(bundleAt: try SettablePlugin.bundle())
            for (key, value) in [
                ("sound", SettingValue.toggle(false)), ("nick", .text("Zoë")), ("volume", .number(90)),
            ] {
                try test.host.setSetting(key, of: id, on: "alice", to: value)
            }
            let settings: [[String: any Sendable]] = [
                SettablePlugin.setting("volume", "number", "Volume", ["maximum": 80, "default": 40]),
                SettablePlugin.setting("sound", "text", "Sound", ["default": "ping"]),
                SettablePlugin.setting("nick", "text", "Nickname", ["default": "", "maxLength": 2]),
                SettablePlugin.setting("lamp", "toggle", "Lamp", ["default": true]),
            ]
            let next = try SettablePlugin.bundle([
                "version": "2.0.0", "settings": settings, "localizations": [String: String](),
            ])
            try test.host.install(bundleAt: next)
            #expect(try await Self.read(test) == "read 0 volume=40,sound=false,nick=,lamp=true")
        }
    }

    /// An extension that is open is told of changes by any program, and of those on its device alone.
    @Test func theExtensionThatIsOpenIsToldOfChanges() async throws {
        let id = try #require(SettablePlugin.id)
        try await TestHost.with(policy: .immediate) { test in
            try test.host.install(bundleAt: try SettablePlugin.bundle())
            try test.host.setSetting("volume", of: id, on: "alice", to: .number(1))
            let (other, trace) = (try ExtensionHost(home: HomeFolder(path: test.home)), Trace())
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Self.name))
                try other.setSetting("theme", of: id, on: "bob", to: .text("dark"))
                try other.setSetting("volume", of: id, on: "alice", to: .number(2))
                await trace.wait(for: Self.says("changed 0 sound=true,nick=Ann,theme=light,volume=2"))
                try other.resetSettings(of: id, on: "alice")
                await trace.wait(for: Self.says("changed 0 \(SettablePlugin.defaults)"))
            }
            #expect(trace.said.filter { $0.hasPrefix("changed ") }.count == 2)
        }
    }

    private static func says(_ line: String) -> @Sendable (HostEvent) -> Bool {
        { if case .log(_, _, line) = $0 { true } else { false } }
    }

    @Test func theyAreGoneWithTheExtension() async throws {
        let id = try #require(SettablePlugin.id)
        try await TestHost.with(policy: .immediate) { test in
            let bundle = try SettablePlugin.bundle()
            try test.host.install(bundleAt: bundle)
            try test.host.setSetting("theme", of: id, on: "alice", to: .text("dark"))
            try test.host.uninstall(id)
            try test.host.install(bundleAt: bundle)
            #expect(try await Self.read(test) == "read 0 \(SettablePlugin.defaults)")
        }
    }

    @Test func theCommandListsAndSets() async throws {
        try await Tool.with(bundles: [try SettablePlugin.bundle()]) { tool in
            try await tool.setUp()
            func settings(_ words: String...) async throws -> Tool.Outcome {
                try await tool.run(all: ["settings", Self.name] + words + ["--as", "alice"])
            }
            let list = try await settings()
            #expect(
                list.lines == [
                    "sound", "  title    Sounds", "  value    true (default)", "  takes    true or false",
                    "nick", "  title    Nickname", "  summary  For the high scores", "  value    Ann (default)",
                    "  takes    a text of at most 10 characters", "theme", "  title    Theme",
                    "  value    light (default)",
                    "  takes    light (Light), dark (Dark)", "volume", "  title    Volume", "  value    50 (default)",
                    "  takes    a number from 0 to 100",
                ]
            )
            #expect(
                try await settings("theme", "dark").lines == [
                    "theme", "  title    Theme", "  value    dark", "  takes    light (Light), dark (Dark)",
                ]
            )
            let json = try await settings("theme", "--json")
            #expect(
                json.output == """
                    {"key":"theme","kind":"choice","title":"Theme","value":"dark","default":"light",\
                    "choices":[{"value":"light","title":"Light"},{"value":"dark","title":"Dark"}]}

                    """
            )
            let wrong = try await settings("volume", "loud")
            #expect(wrong.status != 0 && wrong.output.isEmpty)
            #expect(wrong.errors.contains("setting 'volume' must be a number from 0 to 100, found 'loud'"))
            #expect(try await settings("sound", "false").lines.contains("  value    false"))
            #expect(try await settings("sound", "--reset").lines.contains("  value    true (default)"))
            #expect(try await settings("theme").lines.contains("  value    dark"))
            #expect(try await settings("--reset").lines == list.lines)
            let unknown = try await settings("colour")
            #expect(unknown.status != 0 && unknown.errors.contains("has no setting 'colour'; it has sound, nick,"))
            let none = try await tool.run("settings", "org.mayfly.tally", "--as", "alice")
            #expect(none.lines == ["org.mayfly.tally has no settings"])
        }
    }

    @Test func aClientReadsAndSets() async throws {
        try await Tool.with(bundles: [try SettablePlugin.bundle()]) { tool in
            let client = try HostClient.inChat(tool)
            let place: HostClient.Object = ["extension": Self.name, "device": "alice"]
            func values(_ answer: HostClient.Object) throws -> [String: String] {
                let all = try #require(answer["settings"] as? [HostClient.Object])
                return Dictionary(uniqueKeysWithValues: all.map { ("\($0["key"] ?? "")", "\($0["value"] ?? "")") })
            }
            func set(_ key: String?, _ value: Any?) throws -> [String: String] {
                var all = place
                if let key { all["key"] = key }
                if let value { all["value"] = value }
                return try values(try client.call("settings.set", all))
            }
            let defaults = ["sound": "1", "nick": "Ann", "theme": "light", "volume": "50"]
            #expect(try values(try client.call("settings.read", place)) == defaults)
            #expect(try set("sound", false)["sound"] == "0")
            #expect(try set("nick", "Zoë")["nick"] == "Zoë")
            #expect(try set("volume", 12.5)["volume"] == "12.5")
            #expect(try set("sound", nil) == ["sound": "1", "nick": "Zoë", "theme": "light", "volume": "12.5"])
            for (value, part) in [("blue" as Any, "must be one of light, dark"), (1, "found a number")] {
                let failure = #expect(throws: HostClient.Failure.self) { _ = try set("theme", value) }
                #expect(failure?.message.contains(part) == true)
            }
            let list = #expect(throws: HostClient.Failure.self) { _ = try set("theme", ["dark"]) }
            #expect(list?.member == "value")
            let nameless = #expect(throws: HostClient.Failure.self) { _ = try set(nil, "dark") }
            #expect(nameless?.member == "key")
            #expect(try set(nil, nil) == defaults)
        }
    }
}

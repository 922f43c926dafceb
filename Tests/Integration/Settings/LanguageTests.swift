import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The texts of a manifest in the language of the person.
@Suite struct LanguageTests {
    private static let name = SettablePlugin.name

    @Test func theTerminalShowsTheLanguageOfThePerson() async throws {
        try await Tool.with(bundles: [try SettablePlugin.bundle()]) { tool in
            try await tool.setUp()
            let german = tool.speaking("de_CH.UTF-8")
            #expect(try await tool.run("list").output.contains("Settable"))
            #expect(try await german.run("list").output.contains("Einstellbar"))
            #expect(try await tool.speaking("de_AT.UTF-8").run("list").output.contains("Einstöllbar"))
            #expect(try await tool.speaking("fr_FR.UTF-8").run("list").output.contains("Settable"))
            let info = try await german.run("info", Self.name)
            #expect(info.lines.contains("  name        Einstellbar"))
            #expect(info.lines.contains("  summary     Man stellt es ein"))
            #expect(info.lines.contains("  permission  photos: Für dein Bild"))
            #expect(info.lines.contains("  setting     sound, toggle: Töne"))
            #expect(
                try await german.run("favourites", "--as", "alice", Self.name).lines == ["\(Self.name)  Einstellbar"]
            )
            let settings = try await german.run("settings", Self.name, "--as", "alice")
            #expect(settings.lines.contains("  title    Töne") && settings.lines.contains("  title    Nickname"))
            #expect(settings.lines.contains("  takes    light (Light), dark (Dunkel)"))
            // By both names, whatever the language.
            for word in ["Einstellbar", "Settable"] {
                let chat = try await german.run("chat", "chat", "--as", "alice", script: "drawer\nopen \(word)\n")
                #expect(chat.lines.contains { $0.hasSuffix("Einstellbar") })
                #expect(chat.output.contains("Einstellbar, compact"), "\(chat)")
            }
        }
    }

    /// What a program reads is the same for every person.
    @Test func jsonHasTheTextsOfTheManifest() async throws {
        try await Tool.with(bundles: [try SettablePlugin.bundle()]) { tool in
            try await tool.setUp()
            let german = tool.speaking("de_DE.UTF-8")
            for arguments in [["list"], ["info", Self.name], ["settings", Self.name, "--as", "alice"]] {
                let (own, other) = (
                    try await tool.run(all: arguments + ["--json"]), try await german.run(all: arguments + ["--json"])
                )
                #expect(own.output == other.output && own.output.contains("t"))
            }
        }
    }

    /// The extension is told the language of the person. What it sends tells nobody.
    @Test func whatIsSentIsTheSameInEveryLanguage() async throws {
        try await TestHost.with(bundles: [try SettablePlugin.bundle()], policy: .immediate) { test in
            let trace = Trace()
            try await test.host.withWindow(
                on: "chat",
                as: "alice",
                languages: Languages(["de-AT", "en"]),
                observer: { trace.record($0) }
            ) { window in
                try await window.open(test.bundle(Self.name))
                #expect(await window.openExtension?.manifest.name == "Einstöllbar")
                try await window.tap("stage")
                try await window.send()
            }
            #expect(trace.said.contains("locale de-AT"))
            for device in ["alice", "bob"] {
                let item = try #require(try test.host.look(at: "chat", as: device).transcript.entries.last?.item)
                #expect(item.origin?.name == "Settable")
            }
        }
    }

    /// A client of the protocol names the languages once.
    @Test func aClientGetsTheLanguagesOfItsPerson() async throws {
        try await Tool.with(bundles: [try SettablePlugin.bundle()]) { tool in
            try await tool.setUp()
            let client = try HostClient(tool)
            let wrong = #expect(throws: HostClient.Failure.self) {
                try client.call("hello", ["client": "tests", "versions": [1], "languages": ["de_DE"]])
            }
            #expect(wrong?.member == "languages" && wrong?.message.contains("de_DE") == true)
            try client.call("hello", ["client": "tests", "versions": [1], "languages": ["fr", "de-AT"]])
            func entry(_ method: String, _ parameters: HostClient.Object = [:]) throws -> HostClient.Object? {
                let all = try client.call(method, parameters)["extensions"] as? [HostClient.Object]
                return all?.first { $0["id"] as? String == Self.name }
            }
            #expect(try entry("extensions.list")?["name"] as? String == "Einstöllbar")
            #expect(try entry("extensions.drawer", ["device": "alice"])?["name"] as? String == "Einstöllbar")
            #expect(try entry("extensions.drawer", ["device": "alice"])?["settings"] as? Int == 4)
            let answer = try client.call("settings.read", ["extension": Self.name, "device": "alice"])
            let titles = (answer["settings"] as? [HostClient.Object])?.compactMap { $0["title"] as? String }
            #expect(titles == ["Töne", "Nickname", "Theme", "Volume"])
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": Self.name])
            try client.event(of: window) { $0["line"] as? String == "locale fr" }
        }
    }

    /// The reason of a permission, in a question, is in the language of the person.
    @Test func questionsHaveTheLanguageOfThePerson() async throws {
        let texts = ["name": "Dienste", "permissions.photos.reason": "Für dein Bild"]
        let bundle = try PluginWorkshop.bundle(
            "services",
            manifest: [
                "permissions": [["name": "photos", "reason": "For your picture"]], "localizations": ["de": texts],
            ]
        )
        try await TestHost.with(
            bundles: [bundle],
            policy: .immediate,
            providers: TestProvider(.picture(nil)).everywhere,
            pressure: NoMemoryPressure()
        ) { test in
            try await test.host.withWindow(
                on: "chat",
                as: "alice",
                showsQuestions: true,
                languages: Languages(["de"])
            ) { window in
                try await window.open(test.bundle("test.mayfly.services"))
                try await window.tap(.id("photo"))
                #expect(await window.question?.name == "Dienste")
                #expect(await window.question?.reason == "Für dein Bild")
            }
        }
    }
}

extension Tool {
    /// The same for a person with that locale.
    fileprivate func speaking(_ locale: String) -> Tool {
        var tool = self
        tool.language = locale
        return tool
    }
}

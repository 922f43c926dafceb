import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

/// Translations and settings of a manifest.
@Suite struct LocalizationTests {
    private func failure(_ changes: [String: Any?]) throws -> String? {
        let json = try ScratchFolder.manifest(changes)
        do throws(MayflyError) {
            _ = try Manifest(json: json)
            return nil
        } catch {
            #expect(error.code == .invalidManifest)
            return error.message
        }
    }

    private static let toggle: [String: any Sendable] = [
        "key": "sound", "kind": "toggle", "title": "Sound", "default": true,
    ]

    @Test func everyTextIsTranslatedAndTheOwnNameStays() throws {
        let theme: [String: any Sendable] = [
            "key": "theme", "kind": "choice", "title": "Theme", "summary": "Its colours", "default": "dark",
            "choices": [["value": "dark", "title": "Dark"], ["value": "a.b", "title": "Other"]],
        ]
        let manifest = try Manifest(
            json: try ScratchFolder.manifest([
                "name": "Tally", "summary": "Counts", "settings": [Self.toggle, theme],
                "permissions": [["name": "network:a.example.com", "reason": "To ask"]],
                "localizations": [
                    "de": [
                        "name": "Strichliste", "summary": "Zählt", "permissions.network:a.example.com.reason": "Fragt",
                        "settings.sound.title": "Ton", "settings.theme.summary": "Farben",
                        "settings.theme.choices.a.b": "Anders", "later": "x",
                    ]
                ],
            ])
        )
        #expect(
            manifest.warnings == ["manifest.json: 'localizations.de.later' is not known to this host and is ignored"]
        )
        let german = manifest.localized(for: Languages(["de-AT"]))
        #expect([german.name, german.ownName, german.summary] == ["Strichliste", "Tally", "Zählt"])
        #expect(
            german.permissions.map(\.reason) == ["Fragt"] && german.permissions.map(\.name) == ["network:a.example.com"]
        )
        #expect(german.settings.map(\.title) == ["Ton", "Theme"] && german.settings[1].summary == "Farben")
        #expect(
            german.settings[1].kind
                == .choice([.init(value: "dark", title: "Dark"), .init(value: "a.b", title: "Anders")])
        )
        #expect(manifest.localized(for: .none) == manifest && manifest.localized(for: Languages(["fr"])) == manifest)
    }

    /// What holds for a text holds for its translations.
    @Test func aWrongTranslationIsRefused() throws {
        func failure(_ key: String, _ text: Any) throws -> String? {
            try self.failure(["settings": [Self.toggle], "localizations": ["de": [key: text]]])
        }
        let file = "manifest.json: 'localizations.de"
        #expect(try failure("name", "") == "\(file).name' must have 1 to 80 characters, found 0")
        #expect(try failure("name", "\u{200B}") == "\(file).name' must have a visible character, found '\\u{200B}'")
        #expect(try failure("name", 5) == "\(file).name' must be a string, found a number")
        #expect(try failure("summary", "a\nb")?.hasPrefix("\(file).summary' must be one line") == true)
        #expect(
            try failure("summary", String(repeating: "a", count: 301))
                == "\(file).summary' must have 1 to 300 characters, found 301"
        )
        #expect(try failure("settings.sound.title", String(repeating: "a", count: 81)) != nil)
        #expect(
            try self.failure(["localizations": ["german_": [String: String]()]])?.contains("a language tag such as")
                == true
        )
        #expect(
            try self.failure(["localizations": ["de": [String: String](), "DE": [String: String]()]])
                == "manifest.json: 'localizations' must have each language once, found 'de' again"
        )
    }

    @Test func aSettingHasWhatItsKindNeeds() throws {
        let manifest = try Manifest(
            json: try ScratchFolder.manifest([
                "settings": [
                    Self.toggle, ["key": "a-1_b", "kind": "text", "title": "Text", "default": "", "hint": "x"],
                    ["key": "n", "kind": "number", "title": "Number", "default": -0.5, "minimum": -1],
                ]
            ])
        )
        #expect(manifest.settings.map(\.key) == ["sound", "a-1_b", "n"])
        #expect(manifest.settings[1].kind == .text(maxLength: 200))
        #expect(manifest.settings[2].kind == .number(-1...9_007_199_254_740_991))
        #expect(manifest.settings[2].defaultValue == .number(-0.5))
        #expect(
            manifest.warnings == ["manifest.json: 'settings[1].hint' is not known to this host and is ignored"]
        )
    }

    @Test func aWrongSettingIsRefused() throws {
        func failure(_ changes: [String: Any?]) throws -> String? {
            var setting: [String: Any] = Self.toggle
            for (key, value) in changes { setting[key] = value }
            return try self.failure(["settings": [setting]])
        }
        let first = "manifest.json: 'settings[0]"
        let rule = "must be 1 to 40 small letters, digits, hyphens and underscores, a letter first"
        for key in ["", "Sound", "9a", "a.b", String(repeating: "a", count: 41)] {
            #expect(try failure(["key": key]) == "\(first).key' \(rule), found '\(key)'")
        }
        #expect(
            try failure(["kind": "slider"]) == "\(first).kind' must be toggle, text, choice or number, found 'slider'"
        )
        #expect(try failure(["title": nil]) == "\(first).title' is missing")
        #expect(try failure(["default": nil]) == "\(first).default' is missing")
        #expect(try failure(["default": "yes"]) == "\(first).default' must be true or false, found a string")
        #expect(
            try failure(["minimum": 1])
                == "\(first).minimum' must be absent: only a setting of the kind 'number' has it"
        )
        #expect(
            try failure(["kind": "number", "default": 5, "maximum": 4])
                == "\(first).default' breaks a rule of its setting: setting 'sound' must be a number from "
                + "-9007199254740991 to 4, found 5"
        )
        #expect(
            try failure(["kind": "number", "default": 5, "minimum": 6, "maximum": 4])
                == "\(first).minimum' must not be more than 'maximum', found 6 and 4"
        )
        #expect(try failure(["kind": "number", "default": 5, "maximum": 1e300])?.contains("found 1e+300") == true)
        #expect(
            try failure(["kind": "text", "default": "", "maxLength": 0])
                == "\(first).maxLength' must be a whole number from 1 to 1,000, found 0"
        )
        #expect(try failure(["kind": "choice", "default": "a"]) == "\(first).choices' is missing")
        #expect(
            try failure(["kind": "choice", "default": "a", "choices": [[String: String]]()])
                == "\(first).choices' must have 1 to 32 choices, found 0"
        )
        let twice = Array(repeating: ["value": "a", "title": "A"], count: 2)
        #expect(
            try failure(["kind": "choice", "default": "a", "choices": twice])
                == "\(first).choices[1].value' must be used once, found 'a' again"
        )
        #expect(
            try self.failure(["settings": [Self.toggle, Self.toggle]])
                == "manifest.json: 'settings[1].key' must be used once, found 'sound' again"
        )
        let many = (0..<33).map { ["key": "s\($0)", "kind": "text", "title": "S", "default": ""] }
        #expect(
            try self.failure(["settings": many]) == "manifest.json: 'settings' must have at most 32 settings, found 33"
        )
        #expect(
            try self.failure(["settings": ["sound": true]])
                == "manifest.json: 'settings' must be an array, found an object"
        )
    }

    /// The fields of a file that has little else take no longer than those of any other.
    @Test func manyUnknownTranslationsAreToldInAFewLines() throws {
        let texts = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("nam\($0)", "x") })
        let manifest = try Manifest(json: try ScratchFolder.manifest(["localizations": ["de": texts]]))
        #expect(manifest.warnings.count == 9)
        #expect(manifest.warnings.last == "manifest.json: 1992 more keys are not known to this host")
        #expect(manifest.localizations == ["de": [:]])
    }
}

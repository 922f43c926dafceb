import MayflyModel
import MayflyTesting

/// The plugin with settings, and with a manifest in English and German.
enum SettablePlugin {
    static let name = "test.mayfly.settable"
    static let id = ExtensionID(rawValue: name)

    /// What the plugin reads before the person has set anything.
    static let defaults = "sound=true,nick=Ann,theme=light,volume=50"

    /// - Parameter changes: keys of the manifest that are others.
    static func bundle(_ changes: [String: any Sendable] = [:]) throws -> String {
        try PluginWorkshop.bundle("settable", manifest: manifest.merging(changes) { $1 })
    }

    static func setting(_ key: String, _ kind: String, _ title: String, _ others: [String: any Sendable]) -> [String:
        any Sendable]
    {
        ["key": key, "kind": kind, "title": title].merging(others) { $1 }
    }

    private static var manifest: [String: any Sendable] {
        let themes = [["value": "light", "title": "Light"], ["value": "dark", "title": "Dark"]]
        let settings: [[String: any Sendable]] = [
            setting("sound", "toggle", "Sounds", ["default": true]),
            setting("nick", "text", "Nickname", ["default": "Ann", "maxLength": 10, "summary": "For the high scores"]),
            setting("theme", "choice", "Theme", ["choices": themes, "default": "light"]),
            setting("volume", "number", "Volume", ["minimum": 0, "maximum": 100, "default": 50]),
        ]
        let german = [
            "name": "Einstellbar", "summary": "Man stellt es ein", "permissions.photos.reason": "Für dein Bild",
            "settings.sound.title": "Töne", "settings.nick.summary": "Für die Bestenliste",
            "settings.theme.choices.dark": "Dunkel",
        ]
        return [
            "name": "Settable", "summary": "It can be set", "settings": settings,
            "permissions": [["name": "photos", "reason": "For your picture"]],
            "localizations": [
                "de": german as [String: String], "de-AT": ["name": "Einstöllbar"], "en": [String: String](),
            ],
        ]
    }
}

import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// An answer is to the words that the person has read: a version that asks with other words asks again.
@Suite struct ReasonTests {
    private static let german = "Damit dein Spiel bleibt"

    /// What the next version says.
    enum Next: CaseIterable {
        case same, otherTranslation, anotherLanguage, noTranslation, otherReason

        var reason: String { self == .otherReason ? "To know where you are" : FetchingPlugin.reason }

        var translations: [String: String] {
            switch self {
            case .same, .otherReason: ["de": ReasonTests.german]
            case .otherTranslation: ["de": "Um deine Daten zu verkaufen"]
            case .anotherLanguage: ["de": ReasonTests.german, "fr": "Pour vendre tes données"]
            case .noTranslation: [:]
            }
        }
    }

    private static func bundle(_ version: String, _ reason: String, _ translations: [String: String]) throws -> String {
        let name = "network:localhost"
        let manifest: [String: Any] = [
            "version": version, "permissions": [["name": name, "reason": reason]],
            "localizations": translations.mapValues { ["permissions.\(name).reason": $0] },
        ]
        return try PluginWorkshop.bundle("fetcher", id: FetchingPlugin.id, manifest: manifest)
    }

    /// Has the plugin make a request in a window of a person who reads German; gives the reason of the question that is open then.
    private static func asked(
        _ host: ExtensionHost,
        _ test: TestHost,
        _ url: String,
        answering answer: PermissionAnswer? = nil
    ) async throws -> String? {
        let languages = Languages(["de"])
        return try await host.withWindow(
            on: test.conversation,
            as: "alice",
            showsQuestions: true,
            languages: languages,
            observer: { _ in }
        ) { window in
            // As the drawer shows it, in the language of the person.
            try await window.open(host.catalog().localized(for: languages).find(FetchingPlugin.id))
            try await window.fetch(url)
            let reason = await window.question?.reason
            if let answer { try await window.answer(answer) }
            return reason
        }
    }

    @Test(arguments: Next.allCases, [PermissionAnswer.always, .no])
    func otherWordsAreAskedFor(next: Next, answer: PermissionAnswer) async throws {
        let server = try LoopbackServer()
        try await TestHost.with(
            bundles: [],
            policy: .immediate,
            reach: .thisMachineToo,
            pressure: NoMemoryPressure()
        ) { test in
            let host = test.host
            try host.install(bundleAt: Self.bundle("1.0.0", FetchingPlugin.reason, ["de": Self.german]))
            let url = server.url("/echo")
            #expect(try await Self.asked(host, test, url, answering: answer) == Self.german)
            #expect(try host.keptAnswers().map(\.isGranted) == [answer == .always])
            // It holds for these words.
            #expect(try await Self.asked(host, test, url) == nil)
            try host.install(bundleAt: Self.bundle("1.1.0", next.reason, next.translations))
            #expect(try host.keptAnswers().map(\.isGranted) == (next == .same ? [answer == .always] : []))
            let reason = try await Self.asked(host, test, url)
            #expect(reason == (next == .same ? nil : next.translations["de"] ?? next.reason))
        }
        _ = try server.stop()
    }
}

import Foundation
import MayflyLinux
import MayflyTesting
import Testing

extension FaultReport {
    /// Most of a run is waiting.
    static let permits = AsyncSemaphore(6)
    private static let inC = Result { try PluginWorkshop.bundle("puppet", options: ["-pthread"]) }
    private static let inCPlusPlus = Result {
        try PluginWorkshop.bundle("puppet", options: ["-pthread", "-Wl,--no-as-needed", "-lstdc++"])
    }

    /// The bundle of a neighbour that needs the same runtime, so that both come from one zygote.
    static func neighbour(of file: String) throws -> String { try (file.hasSuffix(".cpp") ? inCPlusPlus : inC).get() }

    /// A whole life, and every press of its button counted.
    func expectUndisturbed() {
        let story = healthy
        #expect(status == 0, "\(summary)")
        let presses = story.filter { $0 == "didPerformAction" }
        #expect(presses.count >= 3)
        let counts = (1...max(presses.count, 1)).flatMap { ["didPerformAction", "count \($0)"] }
        #expect(
            story == [
                "spawned", "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear",
            ] + counts + [
                "viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive", "killed", "reaped",
                "finished",
            ]
        )
    }

    /// The characters of control but the end of a line, and those that change the direction of text.
    private static let harmful = [0x01...0x09, 0x0B...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069]
        .flatMap { $0.compactMap(Unicode.Scalar.init(_:)) }

    /// Nor has a terminal got a command, or a change of direction.
    func expectNothingLeft() {
        #expect(left.isEmpty)
        let harmful = screen.withCString { screen in
            Self.harmful.first { strstr(screen, String($0)) != nil }
        }
        #expect(harmful == nil, "U+\(harmful.map { String($0.value, radix: 16) } ?? "") reaches the terminal")
        #expect(screen.withCString(strlen) == screen.utf8.count, "U+0 reaches the terminal")
    }
}

internal import ArgumentParser
internal import Foundation
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel
internal import MayflyWeb

/// `mayfly serve`: shows the chat as a page in the browser.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show the conversations of this machine as a page in the browser.",
        discussion: """
            Prints the address of the page, which holds its keys: who has it can do what you can do here. The page ends \
            with the command.
            """
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var sandboxing: ConfinementOptions
    @Option(help: ArgumentHelp("Listen there instead of at an address of this machine alone.", valueName: "address"))
    var host: String?
    @Option(help: "Listen at that port; 0 takes a free one.") var port = 8_765
    @Option(help: ArgumentHelp("Show these devices beside each other.", valueName: "names separated by commas"))
    var sideBySide: String?
    @Flag(help: "Show the people of the demo in a home folder that is removed at the end.") var demo = false
    @Flag(help: "Open the page in the browser.") var open = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
        guard !(demo && place.home != nil) else {
            throw ValidationError("--demo has a home folder of its own: leave --home out")
        }
        guard sideBySide == nil || (1...4).contains(devices.count) else {
            throw ValidationError("--side-by-side takes the names of one to four devices, separated by commas")
        }
    }

    func run() async throws {
        let uploads = try ScratchFolder("mayfly-uploads-", in: NSTemporaryDirectory())
        if demo {
            let home = try ScratchFolder("mayfly-demo-", in: NSTemporaryDirectory())
            var options = place
            options.home = home.path
            try await serve(options, uploads: uploads.path)
            home.remove()
        } else {
            try await serve(place, uploads: uploads.path)
        }
        uploads.remove()
    }

    private func serve(_ place: HomeOptions, uploads: String) async throws {
        try await Interruption.cancels { [self] in
            try await place.withHost(sandboxing.confinement) { extensions in
                if demo { try DemoPeople.make(in: extensions) }
                for name in devices { _ = try extensions.device(named: name) }
                let server = WebServer(
                    extensions,
                    address: host ?? Self.newAddress(),
                    port: port,
                    devices: demo && sideBySide == nil ? DemoPeople.pair : devices,
                    uploads: uploads,
                    complain: Output.complain
                )
                try await server.run { try tell($0, isOfThisMachine: $1, uploads) }
            }
        }
    }

    /// One of this machine that nobody knows before. A browser keeps files, and programs of pages, by the address: another user of the
    /// machine could have put some there while no page was served.
    private static func newAddress() -> String {
        let numbers = [0...255, 0...255, 1...254].map { "\(Int.random(in: $0))" }
        return "127." + numbers.joined(separator: ".")
    }

    private func tell(_ address: String, isOfThisMachine: Bool, _ folder: String) throws {
        Output.standard.write(line: "The page is at \(address)")
        if !isOfThisMachine, let host {
            Output.complain(
                "warning: other machines reach \(SafeText.line(host, limit: 80)), and what they send and get is not encrypted"
            )
        }
        if open { try BrowserOpening.open(address, in: folder) }
    }

    private var devices: [String] {
        (sideBySide ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

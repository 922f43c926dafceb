internal import Foundation
internal import MayflyCommands
internal import MayflyModel

/// Opens an address in the browser of the person.
enum BrowserOpening {
    /// The arguments of a program can be read by every user of a machine, so the browser is given a file that only this user can read,
    /// and that leads to the address.
    static func open(_ address: String, in folder: String) throws {
        let path = "\(folder)/open.html"
        let page = """
            <!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Mayfly</title>
            <meta http-equiv="refresh" content="0; url=\(address)"><a href="\(address)">Mayfly</a>
            """
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: Data(page.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else {
            throw MayflyError(.files, "the file that opens the browser cannot be made")
        }
        let browser = Process()
        browser.executableURL = URL(filePath: "/usr/bin/env")
        browser.arguments = ["xdg-open", path]
        browser.standardOutput = FileHandle.nullDevice
        browser.standardError = FileHandle.nullDevice
        do {
            try browser.run()
        } catch {
            Output.complain("no browser was opened: \(error.localizedDescription)")
        }
    }
}

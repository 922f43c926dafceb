internal import MayflyModel

/// The text of a file that shows an app in the menus of a desktop (Desktop Entry Specification, 1.5).
///
/// Whatever a bundle is called, a value stays a value: it can add no key, and no word to the command.
package struct DesktopEntry {
    /// The name of the app.
    let name: String
    /// One line about it.
    let comment: String
    /// The absolute path of a picture.
    let icon: String
    /// The program and its arguments.
    let command: [String]
    /// The extension that it belongs to.
    let id: ExtensionID

    /// Names the extension in a file of ours.
    private static let marker = "X-Mayfly-Extension"

    /// The lines of the file. `Version` is left out, which is optional, because tools refuse numbers that are newer than they are.
    var text: String {
        var lines = [
            "[Desktop Entry]", "Type=Application", "Name=\(Self.value(name))", "Comment=\(Self.value(comment))",
            "Icon=\(Self.value(icon))", "Exec=\(Self.value(command.map(Self.argument).joined(separator: " ")))",
        ]
        // A desktop hides the entry where the program is gone.
        if let program = command.first, program.hasPrefix("/") { lines.append("TryExec=\(Self.value(program))") }
        lines += ["Terminal=false", "\(Self.marker)=\(id)"]
        return lines.map { $0 + "\n" }.joined()
    }

    /// Whether a file is one of ours for this extension.
    static func isOwn(_ bytes: [UInt8], of id: ExtensionID) -> Bool {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.first == "[Desktop Entry]" && lines.contains("\(marker)=\(id)")
    }

    /// A text as the value of a key.
    static func value(_ text: String) -> String {
        var value = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": value += "\\\\"
            case "\n": value += "\\n"
            case "\r": value += "\\r"
            case "\t": value += "\\t"
            // Blanks at the beginning are not part of a value.
            case " " where value.isEmpty: value += "\\s"
            default: value.unicodeScalars.append(scalar)
            }
        }
        return value
    }

    /// One word of a command, in quotation marks. Two percent signs stand for one.
    static func argument(_ word: String) -> String {
        var argument = "\""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\"", "`", "$", "\\": argument += "\\"
            case "%": argument += "%"
            default: break
            }
            argument.unicodeScalars.append(scalar)
        }
        return argument + "\""
    }
}

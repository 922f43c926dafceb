import Foundation
import MayflyTestSupport
import Testing

/// The interface that the template in Rust has written by hand is that of the headers.
@Suite struct RustInterfaceTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private static let template = Checkout.folder.appending(
        path: "Sources/CMayflyTemplates/templates/rust/src/mayfly.rs"
    )

    /// The text of all headers, without comments.
    private static func headers() throws -> String {
        let folder = URL(filePath: PluginWorkshop.headers + "/mayfly")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".h") }
            .sorted()
        let text = try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        return text.replacing(try Regex(#"(?s)/\*.*?\*/"#), with: "")
    }

    /// Each struct with its members, in the order of the headers.
    private static func structs(of headers: String) throws -> [(name: String, members: [String])] {
        let form = try Regex<(Substring, Substring, Substring)>(#"(?s)struct (mayfly_\w+) \{(.*?)\}"#)
        return headers.matches(of: form).map { match in
            let members = match.output.2.split(separator: ";").compactMap { line -> String? in
                let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
                guard !line.isEmpty else { return nil }
                let function = try? Regex<(Substring, Substring)>(#"\(\*(\w+)\)"#)
                if let name = function.flatMap({ line.firstMatch(of: $0)?.output.1 }) { return String(name) }
                let plain = try? Regex<(Substring, Substring)>(#"(\w+)(?:\[\w+\])?$"#)
                return plain.flatMap { line.firstMatch(of: $0)?.output.1 }.map(String.init)
            }
            return (String(match.output.1), members)
        }
    }

    /// `TemplateLayout` for `mayfly_template_layout`.
    private static func rustName(_ name: String) -> String {
        guard name != "mayfly_string" else { return "Text" }
        return name.split(separator: "_").dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private func printed(_ command: [String], _ source: String, _ file: String) throws -> [String] {
        try scratch.write(source, to: file)
        let built = try Program(command + ["-o", scratch.at("program"), scratch.at(file)], takesErrors: true)
        try #require(built.status == 0, "\(built.output)")
        return try run(scratch.at("program"), []).split(separator: "\n").map(String.init)
    }

    private func inRust(_ lines: [String]) throws -> [String] {
        let program = """
            #[path = "\(Self.template.path)"]
            mod mayfly;
            use mayfly::*;
            use std::mem::{offset_of, size_of};
            fn main() {
            \(lines.joined(separator: "\n"))
            }
            """
        return try printed(["rustc", "--edition", "2021", "-A", "unused"], program, "program.rs")
    }

    private func inC(_ lines: [String]) throws -> [String] {
        let program = """
            #include <mayfly/mayfly.h>
            #include <stdio.h>
            int main(void) {
            \(lines.joined(separator: "\n"))
            return 0;
            }
            """
        return try printed(["cc", "-std=c11", "-I", PluginWorkshop.headers], program, "program.c")
    }

    @Test(.enabled(if: ForeignPluginTests.isThere("rustc"), "this machine has no Rust compiler"))
    func everyStructHasTheSameLayout() throws {
        let structs = try Self.structs(of: Self.headers())
        #expect(structs.count > 30 && structs.contains { $0.name == "mayfly_message" && $0.members.contains("layout") })
        let inRust = try inRust(
            structs.flatMap { name, members in
                let type = Self.rustName(name)
                return [#"println!("\#(name) {}", size_of::<\#(type)>());"#]
                    + members.map { #"println!("\#(name).\#($0) {}", offset_of!(\#(type), \#($0)));"# }
            }
        )
        let inC = try inC(
            structs.flatMap { name, members in
                [#"printf("\#(name) %zu\n", sizeof(\#(name)));"#]
                    + members.map { #"printf("\#(name).\#($0) %zu\n", offsetof(\#(name), \#($0)));"# }
            }
        )
        #expect(inRust == inC)
        // And no struct of Rust is unknown to the headers.
        let text = try String(contentsOf: Self.template, encoding: .utf8)
        let declared = text.matches(of: try Regex<(Substring, Substring)>(#"pub struct (\w+)"#)).map {
            String($0.output.1)
        }
        #expect(Set(declared) == Set(structs.map { Self.rustName($0.name) }))
    }

    @Test(.enabled(if: ForeignPluginTests.isThere("rustc"), "this machine has no Rust compiler"))
    func everyNumberAndIDIsTheSame() throws {
        let headers = try Self.headers()
        var numbers = headers.matches(of: try Regex<(Substring, Substring)>(#"MAYFLY_(\w+) = -?\d+"#)).map {
            String($0.output.1)
        }
        numbers += headers.matches(of: try Regex<(Substring, Substring)>(#"#define MAYFLY_(\w+) [0-9]"#)).map {
            String($0.output.1)
        }
        let ids = headers.matches(of: try Regex<(Substring, Substring)>(#"#define MAYFLY_(\w+) ""#)).map {
            String($0.output.1)
        }
        #expect(numbers.contains("OK") && numbers.contains("LARGEST_FILE") && ids.contains("CONVERSATION"))
        let inRust = try inRust(
            numbers.map { #"println!("\#($0) {}", \#($0) as i64);"# } + ids.map { #"println!("\#($0) {}", \#($0));"# }
        )
        let inC = try inC(
            numbers.map { #"printf("\#($0) %lld\n", (long long)MAYFLY_\#($0));"# }
                + ids.map { #"printf("\#($0) %s\n", MAYFLY_\#($0));"# }
        )
        #expect(inRust == inC)
    }

    /// Functions have the same number of arguments, each of the same size.
    @Test func everyFunctionTakesAsMuch() throws {
        let form = try Regex<(Substring, Substring, Substring)>(#"(?s)\(\*(\w+)\)\((.*?)\)"#)
        let inC = try Self.headers().matches(of: form).map { match in
            let isType = match.output.1.hasPrefix("mayfly_")
            let name = isType ? Self.rustName(String(match.output.1)) : String(match.output.1)
            return "\(name) \(match.output.2.split(separator: ",").map { Self.size(ofC: String($0)) })"
        }
        var text = try String(contentsOf: Self.template, encoding: .utf8)
        // A member whose type has a name is written out.
        let named = try Regex<(Substring, Substring, Substring)>(
            #"(?s)pub type (\w+)\s*=\s*unsafe extern "C" fn\((.*?)\)"#
        )
        let types = text.matches(of: named).map { (name: String($0.output.1), arguments: String($0.output.2)) }
        for type in types {
            let member = try Regex<(Substring, Substring)>(#"pub (\w+): Option<\#(type.name)>"#)
            text = text.replacing(member) { "pub \($0.output.1): unsafe extern \"C\" fn(\(type.arguments))" }
        }
        let field = try Regex<(Substring, Substring, Substring)>(
            #"(?s)pub (\w+):\s*(?:Option<)?\s*unsafe extern "C" fn\((.*?)\)"#
        )
        let members = text.matches(of: field).map { (name: String($0.output.1), arguments: String($0.output.2)) }
        let completions = types.filter { $0.name.hasSuffix("Completion") }
        let inRust = (members + completions).map { function in
            let arguments = function.arguments.split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            return "\(function.name) \(arguments.filter { !$0.isEmpty }.map { Self.size(ofRust: $0) })"
        }
        #expect(inRust.count > 50)
        #expect(inRust.sorted() == inC.sorted())
    }

    /// A letter for the size of an argument: a pointer, a text, or a number of so many bits.
    private static func size(ofC argument: String) -> String {
        if argument.contains("*") || argument.contains("completion completion") { return "pointer" }
        for (type, size) in [("mayfly_string", "text"), ("int32_t", "32"), ("int64_t", "64"), ("int8_t", "8")]
        where argument.contains(type) { return size }
        return argument
    }

    private static func size(ofRust argument: String) -> String {
        if argument.contains("*") || argument.contains("Option<") { return "pointer" }
        for (type, size) in [(": Text", "text"), ("32", "32"), ("64", "64"), ("u8", "8")] where argument.contains(type)
        {
            return size
        }
        return argument
    }
}

import Foundation
import MayflyTestSupport

extension BrokenBundle {
    static let bundles = [
        BrokenBundle("bundle-folder") { scratch in
            let path = scratch.at("Faulty.folder")
            try FileManager.default.copyItem(atPath: try app(), toPath: path)
            return path
        },
        BrokenBundle("bundle-files") { _ in
            let bundle = try app()
            try FileManager.default.createSymbolicLink(atPath: bundle + "/away", withDestinationPath: "/etc")
            return bundle
        },
        BrokenBundle("bundle-size", "warning") { _ in
            let bundle = try app()
            try enlarge(bundle + "/large", to: 70 << 20)
            return bundle
        },
        BrokenBundle("bundle-leftovers", "warning") { _ in
            let bundle = try app()
            try Data("x".utf8).write(to: URL(filePath: bundle + "/.DS_Store"))
            return bundle
        },
    ]

    static let manifests = [
        BrokenBundle("manifest-readable") { _ in
            let bundle = try app()
            try Data("{".utf8).write(to: URL(filePath: bundle + "/manifest.json"))
            return bundle
        },
        manifest("manifest-id", ["id": "Poll"]),
        manifest("manifest-name", ["name": ""]),
        manifest("manifest-version", ["version": "1"]),
        manifest("manifest-kind", ["kind": "game"]),
        manifest("manifest-abi", ["abi": ["min": "2.0", "max": "1.0"]]),
        manifest("manifest-libraries", ["libraries": ["linux-x86_64": "../plugin.so"]]),
        BrokenBundle("manifest-stickers") { _ in try pack { $0["stickers"] = "/stickers" } },
        manifest("manifest-icon", ["icon": "../icon.png"]),
        manifest("manifest-summary", ["summary": "two\nlines"]),
        manifest("manifest-app", ["app": ["name": "Us", "url": "http://example.org"]]),
        manifest("manifest-contexts", ["contexts": [String]()]),
        manifest("manifest-permissions", ["permissions": [["name": "camera"]]]),
        manifest("manifest-limits", ["limits": ["memory": 5]]),
        manifest("manifest-settings", ["settings": [["key": "a", "kind": "slider"]]]),
        manifest("manifest-localizations", ["localizations": ["de": ["name": ""]]]),
        manifest("manifest-unknown-keys", ["summery": "Finds faults"], says: "warning"),
        manifest("manifest-has-summary", ["summary": NSNull()], says: "warning"),
        manifest("manifest-speaks-version", ["abi": ["min": "9.0", "max": "9.0"]]),
        BrokenBundle("icon-picture") { _ in
            let bundle = try app()
            try Data("no picture".utf8).write(to: URL(filePath: bundle + "/icon.png"))
            return bundle
        },
        BrokenBundle("icon-size", "warning") { _ in
            let bundle = try app()
            let icon = URL(filePath: bundle + "/icon.png")
            try Data(try SampleFiles.bytes("clear-half.png")).write(to: icon)
            return bundle
        },
    ]

    static let libraries = [
        BrokenBundle("library-present") { _ in
            let bundle = try app()
            try FileManager.default.removeItem(atPath: bundle + library)
            return bundle
        },
        BrokenBundle("library-format") { _ in
            let bundle = try app()
            let whole = try Data(contentsOf: URL(filePath: bundle + library))
            try whole.prefix(whole.count / 4).write(to: URL(filePath: bundle + library))
            return bundle
        },
        BrokenBundle("library-entry") { _ in
            let bundle = try app()
            try replace("mayfly_extension_entry", by: "mayfly_extension_extra", in: bundle + library)
            return bundle
        },
        linked("library-exports", ["-DEXPORTS_MORE"]),
        BrokenBundle("library-needs") { _ in
            let bundle = try app(options: ["-Wl,--no-as-needed", "-lm"])
            try replace("libm.so.6", by: "libq.so.6", in: bundle + library)
            return bundle
        },
        linked("library-undefined", ["-DUNDEFINED"]),
        linked("library-stack", ["-Wl,-z,execstack"]),
        linked("library-writable-code", ["-DWRITABLE_CODE"]),
        linked("library-text-relocations", ["-DTEXT_RELOCATION", "-Wl,-z,notext"]),
        linked("library-search-path", ["-Wl,-rpath,/home/me/lib"]),
        linked("library-build-id", ["-Wl,--build-id=none"], says: "warning"),
        BrokenBundle("library-size", "warning") { _ in
            let bundle = try app()
            try enlarge(bundle + library, to: 40 << 20)
            return bundle
        },
        BrokenBundle("library-platforms") { _ in
            try app(manifest: ["libraries": ["linux-x86_64": "lib/plugin.so", "linux-aarch64": "lib/plugin.so"]])
        },
        BrokenBundle("library-platforms-there", "warning") { _ in
            let others = ["linux-x86_64": "lib/x86.so", "linux-aarch64": "lib/arm.so"]
            let bundle = try app(manifest: ["libraries": others])
            for name in others.values where name == currentLibrary {
                try FileManager.default.moveItem(atPath: bundle + library, toPath: bundle + "/" + name)
            }
            return bundle
        },
    ]

    private static let library = "/lib/plugin.so"
    #if arch(x86_64)
        private static let currentLibrary = "lib/x86.so"
    #else
        private static let currentLibrary = "lib/arm.so"
    #endif

    private static func linked(_ check: String, _ options: [String], says verdict: String = "failed") -> BrokenBundle {
        BrokenBundle(check, verdict) { _ in try app(options: options) }
    }
}

// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for all Swift code of ours: the strictest language mode, and no warning is let through.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

/// An extension exports its entry point and nothing else; authors of extensions copy this line.
let exportTheEntryOnly: [LinkerSetting] = [
    .unsafeFlags(
        ["-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/CMayfly/extension.map"],
        .when(platforms: [.linux])
    )
]

/// An extension that `mayfly bench` measures.
func benchPlugin(_ name: String) -> Target {
    .target(
        name: "Bench\(name)",
        dependencies: ["MayflyExtension"],
        path: "Plugins/Bench/\(name)",
        swiftSettings: strict,
        linkerSettings: exportTheEntryOnly
    )
}

/// A sample extension in Swift.
func sample(_ name: String) -> Target {
    .target(
        name: name,
        dependencies: ["MayflyExtension"],
        path: "Plugins/\(name)/Sources",
        swiftSettings: strict,
        linkerSettings: exportTheEntryOnly
    )
}

/// A library of ours with the common settings.
func library(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A test target of ours with the common settings.
func tests(_ name: String, of dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: dependencies + ["MayflyConformance", "MayflyTestSupport"],
        path: "Tests/Unit/\(name)Tests",
        exclude: exclude,
        swiftSettings: strict
    )
}

let package = Package(
    name: "mayfly",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "MayflyHost", targets: ["MayflyHost"]),
        .library(name: "MayflyExtension", targets: ["MayflyExtension"]),
        .library(name: "MayflyTesting", targets: ["MayflyTesting"]),
        .executable(name: "mayfly", targets: ["mayfly"]),
        .executable(name: "mayfly-bench", targets: ["mayfly-bench"]),
        .executable(name: "mayfly-web", targets: ["mayfly-web"]),
        .executable(name: "mayfly-store", targets: ["mayfly-store"]),
        .executable(name: "mayfly-author", targets: ["mayfly-author"]),
        .executable(name: "mayfly-worker", targets: ["mayfly-worker"]),
        .executable(name: "mayfly-media-worker", targets: ["mayfly-media-worker"]),
        .executable(name: "mayfly-fetch", targets: ["mayfly-fetch"]),
        .executable(name: "mayfly-portal", targets: ["mayfly-portal"]),
        .executable(name: "mayfly-static-worker", targets: ["mayfly-static-worker"]),
        .library(name: "MayflyWarmUpSwift", type: .dynamic, targets: ["MayflyWarmUpSwift"]),
        .library(name: "MayflyWarmUpFoundation", type: .dynamic, targets: ["MayflyWarmUpFoundation"]),
        .library(name: "IceCream", type: .dynamic, targets: ["IceCream"]),
        .library(name: "Postcard", type: .dynamic, targets: ["Postcard"]),
        .library(name: "SwiftFace", type: .dynamic, targets: ["SwiftFace"]),
        .library(name: "BenchSwift", type: .dynamic, targets: ["BenchSwift"]),
        .library(name: "BenchFoundation", type: .dynamic, targets: ["BenchFoundation"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        // The C ABI and what Swift cannot reach without C.
        .target(name: "CMayfly", exclude: ["extension.map", "mayfly.pc", "Package.swift.in"]),
        .target(name: "CMayflyWarmUp", dependencies: ["CMayfly"]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CLibFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        .target(name: "CMayflyLinux"),
        // Loads libchafa when a terminal is to show a picture: neither the build nor the program needs it.
        .target(name: "CMayflyChafa"),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CGIFLib", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),

        // The product, bottom up: no target imports one below it in this list.
        library("MayflyModel"),
        library("MayflyABI", uses: ["MayflyModel"]),
        // For the contract of a worker's start: the paths in the sandbox and the requests that name its folders.
        library("MayflySandbox", uses: ["MayflyModel", "MayflyABI", "CSeccomp", "CMayflyLinux"]),
        library(
            "MayflyWorkerCore",
            uses: ["MayflyModel", "MayflyABI", "MayflySandbox", "CLibFFI", "CMayflyLinux", "CMayflyWarmUp"]
        ),
        library(
            "MayflyMediaCore",
            uses: ["MayflyModel", "MayflySandbox", "CMayflyLinux", "CTurboJPEG", "CLibPNG", "CGIFLib"]
        ),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        library("MayflyFetchCore", uses: ["MayflyModel", "CMayflyLinux", "CCurl"]),
        // The pictures of a person by the portals of their desktop: what speaks to the session bus, in a program of its own.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        // Loads libpipewire when a camera is to take a picture: neither the build nor the program needs it.
        .target(name: "CMayflyPipeWire"),
        library(
            "MayflyPortalCore",
            uses: ["MayflyModel", "CMayflyLinux", "CDBus", "CMayflyPipeWire", "CTurboJPEG"]
        ),
        library("MayflyViews", uses: ["MayflyModel"]),
        library("MayflyLinux", uses: ["MayflyModel", "CMayflyLinux", "CSodium"]),
        library("MayflyBundles", uses: ["MayflyModel", "MayflyLinux", "CMayflyLinux"]),
        // The format of extension stores: signed metadata, archives, and the rules by which they are trusted.
        library("MayflyRepository", uses: ["MayflyModel", "MayflyLinux", "MayflyBundles"]),
        // Requests over HTTP, which a process of its own makes.
        library("MayflyFetch", uses: ["MayflyModel", "MayflyLinux", "CMayflyLinux"]),
        library("MayflyStore", uses: ["MayflyModel", "MayflyLinux", "MayflyBundles", "CMayflyLinux", grdb]),
        // The stores of a home folder, and what is installed from them.
        library(
            "MayflyDistribution",
            uses: ["MayflyModel", "MayflyLinux", "MayflyBundles", "MayflyRepository", "MayflyFetch"]
        ),
        library(
            "MayflyWorkers",
            uses: ["MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "CMayflyLinux", "CSeccomp"]
        ),
        // What crosses the border as a trace or as a record, and the replay of a record.
        library(
            "MayflyTracing",
            uses: ["MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyWorkers"]
        ),
        library(
            "MayflyHost",
            uses: [
                "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyFetch", "MayflyBundles", "MayflyStore",
                "MayflyWorkers",
                "MayflyViews", "CMayflyLinux",
            ]
        ),
        library("MayflyPortal", uses: ["MayflyModel", "MayflyLinux", "MayflyHost", "CMayflyLinux"]),
        library(
            "MayflyProtocol",
            uses: ["MayflyModel", "MayflyBundles", "MayflyStore", "MayflyWorkers", "MayflyViews", "MayflyHost"]
        ),
        library("MayflyRPC", uses: ["MayflyModel"]),
        library(
            "MayflyServer",
            uses: [
                "MayflyRPC",
                "MayflyModel", "MayflyLinux", "MayflyBundles", "MayflyRepository", "MayflyDistribution", "MayflyStore",
                "MayflyWorkers", "MayflyHost", "MayflyProtocol",
                "CMayflyLinux",
            ]
        ),
        library(
            "MayflyCommands",
            uses: [
                "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyStore", "MayflyWorkers",
                "MayflyHost", "MayflyPortal", "MayflyViews", "MayflyProtocol", "MayflyServer", "MayflyTracing",
                "CMayflyChafa",
                argumentParser,
            ]
        ),
        // The page: its files, and what serves them.
        .target(name: "CMayflyPage", exclude: ["page"]),
        library(
            "MayflyWeb",
            uses: [
                "MayflyModel", "MayflyBundles", "MayflyRPC", "MayflyHost", "MayflyServer", "CMayflyPage",
                "CZlib",
                nio("NIOCore"),
                nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
            ]
        ),
        library(
            "MayflyWebCommands",
            uses: ["MayflyModel", "MayflyWorkers", "MayflyHost", "MayflyCommands", "MayflyWeb", argumentParser]
        ),
        library(
            "MayflyStoreCommands",
            uses: [
                "MayflyModel", "MayflyLinux", "MayflyBundles", "MayflyRepository", "MayflyDistribution",
                "MayflyWorkers", "MayflyHost", "MayflyProtocol", "MayflyCommands", "MayflyValidation", argumentParser,
            ]
        ),
        // The tools for authors: the projects that they begin with, the checks, and the scenarios of their tests.
        .target(name: "CMayflyTemplates", exclude: ["templates"]),
        library(
            "MayflyAuthoring",
            uses: ["MayflyModel", "MayflyLinux", "MayflyBundles", "CMayflyLinux", "CMayflyTemplates"]
        ),
        library(
            "MayflyValidation",
            uses: [
                "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyStore", "MayflyWorkers",
                "MayflyViews", "MayflyHost",
            ]
        ),
        library(
            "MayflyScenarios",
            uses: [
                "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyStore", "MayflyWorkers",
                "MayflyViews", "MayflyProtocol", "MayflyHost", "MayflyTesting", "MayflyCommands", yams,
            ]
        ),
        library(
            "MayflyAuthorCommands",
            uses: [
                "MayflyModel", "MayflyLinux", "MayflyBundles", "MayflyWorkers", "MayflyViews", "MayflyHost",
                "MayflyProtocol", "MayflyCommands", "MayflyAuthoring", "MayflyValidation", "MayflyScenarios",
                "MayflyTracing",
                argumentParser,
            ]
        ),
        .executableTarget(
            name: "mayfly-author",
            dependencies: ["MayflyCommands", "MayflyAuthorCommands"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "mayfly-store",
            dependencies: ["MayflyCommands", "MayflyStoreCommands"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "mayfly-web",
            dependencies: ["MayflyCommands", "MayflyWebCommands"],
            swiftSettings: strict
        ),
        library(
            "MayflyBench",
            uses: [
                "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyRepository", "MayflyDistribution",
                "MayflyStore", "MayflyWorkers", "MayflyHost", "MayflyViews", "CMayflyLinux",
            ]
        ),
        library(
            "MayflyBenchCommands",
            uses: [
                "MayflyModel", "MayflyBundles", "MayflyWorkers", "MayflyHost", "MayflyBench", "MayflyCommands",
                argumentParser,
            ]
        ),
        library(
            "MayflyTesting",
            uses: [
                "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyStore", "MayflyWorkers",
                "MayflyHost", "MayflyViews",
            ]
        ),
        .executableTarget(name: "mayfly", dependencies: ["MayflyCommands"], swiftSettings: strict),
        .executableTarget(
            name: "mayfly-bench",
            dependencies: ["MayflyCommands", "MayflyBenchCommands"],
            swiftSettings: strict
        ),
        .executableTarget(name: "mayfly-worker", dependencies: ["MayflyWorkerCore"], swiftSettings: strict),
        // The same program for extensions that are not in Swift. It has the runtimes of Swift and C++ in itself, at fixed
        // addresses, so that little is left to bind when it starts: a third of the time.
        .executableTarget(
            name: "mayfly-static-worker",
            dependencies: ["MayflyWorkerCore"],
            exclude: ["archives"],
            swiftSettings: strict,
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-stdlib", "-use-ld=lld", "-Xclang-linker", "-static-libgcc", "-Xclang-linker",
                        "-no-pie",
                        "-L\(Context.packageDirectory)/Sources/mayfly-static-worker/archives",
                    ],
                    .when(platforms: [.linux])
                )
            ]
        ),
        .executableTarget(name: "mayfly-fetch", dependencies: ["MayflyFetchCore"], swiftSettings: strict),
        .executableTarget(name: "mayfly-portal", dependencies: ["MayflyPortalCore"], swiftSettings: strict),
        .executableTarget(name: "mayfly-media-worker", dependencies: ["MayflyMediaCore"], swiftSettings: strict),

        // What zygotes run before they make workers of these runtimes.
        library("MayflyWarmUpSwift"),
        library("MayflyWarmUpFoundation"),

        // For authors of Swift plugins, and the samples that are written with it.
        library("MayflyExtension", uses: ["CMayfly"]),
        sample("IceCream"),
        sample("Postcard"),

        // What `mayfly bench` measures; what of it is C is built by Plugins/bench.mk.
        benchPlugin("Swift"),
        benchPlugin("Foundation"),

        // Which statement of the specification is proved by which test.
        .target(
            name: "MayflyConformance",
            dependencies: ["MayflyTestSupport"],
            path: "Tests/Conformance/Matrix",
            swiftSettings: strict
        ),
        .target(
            name: "MayflyTestSupport",
            dependencies: ["MayflyModel", "MayflyLinux"],
            path: "Tests/Support",
            exclude: ["SampleFiles", "Store"],
            swiftSettings: strict
        ),
        .target(
            name: "MayflyStoreSupport",
            dependencies: ["MayflyModel", "MayflyStore"],
            path: "Tests/Support/Store",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "conformance-report",
            dependencies: ["MayflyConformance"],
            path: "Tests/Conformance/Report",
            swiftSettings: strict
        ),

        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "MayflyModel", "MayflyStore", "MayflyHost", "MayflyProtocol", "MayflyBench", "MayflyCommands",
            ],
            path: "Tests/Benchmarks",
            swiftSettings: strict
        ),

        // An extension that calls everything that MayflyExtension has.
        .target(
            name: "SwiftFace",
            dependencies: ["MayflyExtension"],
            path: "Tests/Plugins/SwiftFace",
            swiftSettings: strict,
            linkerSettings: exportTheEntryOnly
        ),

        // The readers of untrusted bytes, for `make fuzz` and for the replay of its corpus.
        .target(
            name: "MayflyFuzzing",
            dependencies: [
                "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyRepository", "MayflyViews",
                "MayflyRPC", "MayflyTracing", "MayflyWeb",
                nio("NIOCore"),
                nio("NIOEmbedded"), nio("NIOHTTP1"),
            ],
            path: "Tests/Fuzzing/Readers",
            swiftSettings: strict
        ),
        .testTarget(
            name: "FuzzReplayTests",
            dependencies: ["MayflyFuzzing", "MayflyTestSupport"],
            path: "Tests/Fuzzing/Replay",
            swiftSettings: strict
        ),
        // The corpus of faulty extensions, and what packs it for `mayfly soak`.
        .target(
            name: "MayflyFaults",
            dependencies: ["MayflyTestSupport"],
            path: "Tests/Faults/Corpus",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "pack-faults",
            dependencies: ["MayflyFaults"],
            path: "Tests/Faults/Packer",
            swiftSettings: strict
        ),
        // Runs one faulty extension for the tests of faults, in a process that they can count.
        .executableTarget(
            name: "fault-runner",
            dependencies: [
                "MayflyModel", "MayflyBundles", "MayflyStore", "MayflyWorkers", "MayflyHost", "MayflyProtocol",
                "MayflyCommands", "MayflyTesting", "MayflyFaults",
            ],
            path: "Tests/Faults/Runner",
            swiftSettings: strict
        ),

        // The commands with a shop that signs its receipts, for tests.
        .executableTarget(
            name: "mayfly-test-shop",
            dependencies: ["MayflyModel", "MayflyLinux", "MayflyHost", "MayflyCommands", "MayflyWebCommands"],
            path: "Tests/TestShop",
            swiftSettings: strict
        ),

        // The C interface as compilers see it, the comparison of two versions of it, and its reference.
        .target(
            name: "MayflyHeaders",
            dependencies: ["MayflyTestSupport", "MayflyABI"],
            path: "Tests/Interface/Headers",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "compare-interfaces",
            dependencies: ["MayflyHeaders"],
            path: "Tests/Interface/Program",
            swiftSettings: strict
        ),

        // What reads the blocks of code in the documents uses the product's readers, writers and commands.
        tests(
            "MayflyConformance",
            of: [
                "MayflyModel", "MayflyBundles", "MayflyStore", "MayflyHost", "MayflyViews", "MayflyProtocol",
                "MayflyServer",
                "MayflyCommands",
                "MayflyBench", "MayflyBenchCommands", "MayflyWebCommands", "MayflyStoreCommands",
                "MayflyAuthoring", "MayflyAuthorCommands", "MayflyScenarios", argumentParser,
            ]
        ),
        tests("MayflyModel", of: ["MayflyModel"]),
        tests("MayflyABI", of: ["MayflyModel", "MayflyABI", "MayflyHeaders"]),
        tests("MayflyLinux", of: ["CMayflyLinux", "MayflyModel", "MayflyLinux"]),
        tests("MayflyBundles", of: ["MayflyModel", "MayflyLinux", "MayflyBundles"]),
        tests(
            "MayflyRepository",
            of: ["MayflyModel", "MayflyLinux", "MayflyBundles", "MayflyRepository"],
            exclude: ["Programs"]
        ),
        tests("MayflyFetchCore", of: ["CMayflyLinux", "MayflyModel", "MayflyFetchCore"]),
        tests("MayflyPortalCore", of: ["MayflyModel", "MayflyPortalCore"]),
        tests(
            "MayflyStore",
            of: [
                "CMayflyLinux", "MayflyModel", "MayflyLinux", "MayflyStore", "MayflyViews", "MayflyStoreSupport", grdb,
            ],
            exclude: ["Databases"]
        ),
        tests(
            "MayflyWorkers",
            of: ["CMayflyLinux", "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyWorkers"]
        ),
        tests(
            "MayflyHost",
            of: [
                "CMayflyLinux", "MayflyModel", "MayflyABI", "MayflyLinux", "MayflyBundles", "MayflyStore",
                "MayflyWorkers", "MayflyViews", "MayflyHost", "MayflyStoreSupport", grdb,
            ]
        ),
        tests("MayflyViews", of: ["MayflyModel", "MayflyViews"]),
        tests("MayflyExtension", of: ["CMayfly", "MayflyExtension"]),
        tests(
            "MayflyCommands",
            of: [
                "MayflyModel", "MayflyBundles", "MayflyStore", "MayflyHost", "MayflyViews", "MayflyProtocol",
                "MayflyCommands",
            ]
        ),
        // The example of an app in Swift; `make dependent` builds it as the package of its own that it is.
        .executableTarget(
            name: "Chat",
            dependencies: [
                "MayflyModel", "MayflyBundles", "MayflyViews", "MayflyHost",
                "mayfly-worker", "mayfly-static-worker", "mayfly-media-worker",
            ],
            path: "Examples/swift/Sources/Chat",
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .testTarget(
            name: "ChatTests",
            dependencies: ["MayflyModel", "MayflyViews", "MayflyHost", "Chat", "MayflyTesting"],
            path: "Examples/swift/Tests/ChatTests",
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),

        tests("MayflyScenarios", of: ["MayflyModel", "MayflyCommands", "MayflyScenarios"]),
        tests("MayflyRPC", of: ["MayflyModel", "MayflyRPC"]),
        tests("MayflyProtocol", of: ["MayflyModel", "MayflyViews", "MayflyHost", "MayflyProtocol"]),
        tests(
            "MayflyServer",
            of: ["MayflyModel", "MayflyLinux", "MayflyStore", "MayflyHost", "MayflyRPC", "MayflyServer"]
        ),
        tests("MayflyMediaCore", of: ["MayflyModel", "MayflyMediaCore"]),
        tests("MayflyAuthoring", of: ["MayflyLinux", "MayflyModel", "MayflyBundles", "MayflyAuthoring"]),
        tests("MayflyWorkerCore", of: ["MayflyModel", "MayflyABI", "MayflyWorkerCore", "CLibFFI"]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "CMayflyLinux", "MayflyConformance", "MayflyTestSupport", "MayflyModel", "MayflyABI", "MayflyLinux",
                "MayflyBundles", "MayflyStore", "MayflyStoreSupport", "MayflyWorkers", "MayflyHost", "MayflyViews",
                "MayflyProtocol",
                "MayflyCommands",
                "MayflyBench", "MayflyFaults", "MayflyHeaders", "MayflySandbox", "MayflyTesting", "MayflyRepository",
                "MayflyFetch",
                "MayflyDistribution", "MayflyMediaCore", "MayflyValidation", "MayflyTracing", grdb,
            ],
            path: "Tests/Integration",
            exclude: ["Programs"],
            swiftSettings: strict
        ),
    ]
)

// `make run` builds what a person runs, `make web` also the page, `make author` also the tools for authors, and `make install` both;
// `swift build` by itself also builds what measures and tests.
let build = Context.environment["MAYFLY_BUILD"]
var leftOut: [String] = []
if build == "run" || build == "author" {
    leftOut += ["swift-nio", "MayflyWeb", "MayflyWebCommands", "mayfly-web", "CMayflyPage"]
}
if build == "run" || build == "web" {
    leftOut += ["Yams", "MayflyAuthoring", "MayflyScenarios", "MayflyAuthorCommands"]
    leftOut += ["mayfly-author", "CMayflyTemplates"]
}
package.targets.removeAll { leftOut.contains($0.name) }
package.products.removeAll { leftOut.contains($0.name) }
package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
    return leftOut.contains { location.hasSuffix("/" + $0) }
}
if let build, ["run", "web", "author", "install"].contains(build) {
    let measures = ["MayflyBench", "MayflyBenchCommands", "mayfly-bench", "BenchSwift", "BenchFoundation"]
    package.targets.removeAll { target in
        let isForTests = ["Tests/", "Examples/"].contains { target.path?.hasPrefix($0) == true }
        let isUnused = target.name == "MayflyTesting" && build != "author" && build != "install"
        return isForTests || measures.contains(target.name) || isUnused
    }
    package.products.removeAll { measures.contains($0.name) || ["MayflyTesting", "SwiftFace"].contains($0.name) }
}

// `make fuzz` builds the driver of libFuzzer, in a build folder of its own; other builds do not know of it.
if Context.environment["MAYFLY_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
        .executableTarget(
            name: "mayfly-fuzz",
            dependencies: ["MayflyFuzzing", "CLibFuzzer"],
            path: "Tests/Fuzzing/Driver",
            swiftSettings: strict
        ),
    ]
}

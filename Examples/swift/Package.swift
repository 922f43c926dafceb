// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Chat",
    dependencies: [.package(name: "mayfly", path: "../..")],
    targets: [
        .executableTarget(
            name: "Chat",
            dependencies: [
                .product(name: "MayflyHost", package: "mayfly"),
                .product(name: "mayfly-worker", package: "mayfly"),
                .product(name: "mayfly-static-worker", package: "mayfly"),
                .product(name: "mayfly-media-worker", package: "mayfly"),
            ]
        ),
        .testTarget(
            name: "ChatTests",
            dependencies: ["Chat", .product(name: "MayflyTesting", package: "mayfly")]
        ),
    ]
)

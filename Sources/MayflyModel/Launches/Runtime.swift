/// The language runtime that an extension needs. A zygote keeps one mapped, so that its workers do not load it.
///
/// The raw values are stable. Each case includes the libraries of the cases before it.
public enum Runtime: String, Sendable, Hashable, Codable, CaseIterable {
    /// The C library alone.
    case c
    /// The C++ standard library.
    case cxx
    /// The Swift standard library.
    case swift
    /// Foundation, with the Swift standard library.
    case foundation

    /// The runtime for a library that depends on libraries of these names (DT_NEEDED in its dynamic section).
    public init(needed: some Sequence<String>) {
        var found = Runtime.c
        for name in needed { found = max(found, Self.provider(of: name)) }
        self = found
    }

    private static func provider(of name: String) -> Runtime {
        if name.hasPrefix("libFoundation") || name.hasPrefix("lib_Foundation") { return .foundation }
        if name.hasPrefix("libswift") || name.hasPrefix("libdispatch") || name.hasPrefix("libBlocks") { return .swift }
        return name.hasPrefix("libstdc++") || name.hasPrefix("libgcc_s") ? .cxx : .c
    }

    /// The library that initialises what this runtime initialises lazily; it is in the folder of the worker program.
    package var warmUp: String? {
        switch self {
        case .c, .cxx: nil
        case .swift: "libMayflyWarmUpSwift.so"
        case .foundation: "libMayflyWarmUpFoundation.so"
        }
    }

    /// The libraries that a zygote opens in advance, with their own dependencies.
    public var libraries: [String] {
        switch self {
        case .c: []
        case .cxx: ["libstdc++.so.6"]
        case .swift:
            Self.cxx.libraries + [
                "libswift_StringProcessing.so", "libswiftDispatch.so", "libswiftSynchronization.so",
            ]
        case .foundation: Self.swift.libraries + ["libFoundation.so"]
        }
    }
}

extension Runtime: Comparable {
    public static func < (one: Runtime, other: Runtime) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A language's runtime that an extension may need; a zygote keeps one mapped, so that its workers need not load it.
///
/// The raw values are stable. A later case holds what the ones before it do.
public enum Runtime: String, Sendable, Hashable, Codable, CaseIterable {
    /// The C library alone.
    case c
    case cxx
    case swift
    case foundation

    /// The runtime of a library that needs libraries of these names (DT_NEEDED of its dynamic section).
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

    /// The library that plays through what this runtime makes on first use; it lies beside the worker program.
    package var warmUp: String? {
        switch self {
        case .c, .cxx: nil
        case .swift: "libMayflyWarmUpSwift.so"
        case .foundation: "libMayflyWarmUpFoundation.so"
        }
    }

    /// What is opened ahead for it, with all that these need in turn.
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

/// Which layers of the sandbox a process must have before untrusted code or data reaches it.
///
/// The raw values are arguments of the host's own programs.
public enum SandboxRequirement: String, Sendable, Hashable, CaseIterable {
    /// Every layer but control groups, which need rights that an ordinary user seldom has.
    case complete
    /// No new privileges, the filter for system calls, and at least one of the two layers that keep it from the person's files: the
    /// root or the Landlock rules.
    case minimum
    /// None: it runs without a sandbox, too.
    case nothing

    private static let needed: Set<SandboxLayer> = [.noNewPrivileges, .seccomp]
    /// One of these is enough.
    private static let alternatives: Set<SandboxLayer> = [.root, .landlock]

    /// The missing layers because of which the requirement is not met; empty if it is met. For the minimum these are all
    /// alternatives, if none of them holds.
    package func unmet(in missing: [SandboxLayer: String]) -> [SandboxLayer: String] {
        switch self {
        case .complete: return missing.filter { $0.key.isEssential }
        case .minimum:
            let lacksAlternatives = Self.alternatives.allSatisfy { missing[$0] != nil }
            return missing.filter { layer, _ in
                Self.needed.contains(layer) || lacksAlternatives && Self.alternatives.contains(layer)
            }
        case .nothing: return [:]
        }
    }

    /// Why the requirement is not met, and what to do about it, in one line; nil if it is met.
    package func refusal(of missing: [SandboxLayer: String]) -> String? {
        let unmet = unmet(in: missing)
        guard !unmet.isEmpty else { return nil }
        let remedies = SandboxLayer.allCases.compactMap { layer in
            unmet[layer].flatMap { $0 == SandboxLayer.switchedOff ? nil : layer.remedy }
        }
        let advice = remedies.isEmpty ? "" : "; \(remedies.joined(separator: "; "))"
        switch self {
        case .complete: return "the sandbox is required, and lacks \(SandboxLayer.list(unmet)); see 'mayfly doctor'"
        case .minimum, .nothing:
            return "the sandbox lacks what every extension needs: \(Self.description(unmet))\(advice); "
                + "'--allow-unconfined' opens extensions without it"
        }
    }

    /// Both alternatives are named as such.
    private static func description(_ unmet: [SandboxLayer: String]) -> String {
        let both = SandboxLayer.allCases.filter(alternatives.contains).compactMap { layer in
            unmet[layer].map { "\(layer.rawValue) (\($0))" }
        }
        let others = SandboxLayer.list(unmet.filter { !alternatives.contains($0.key) })
        return [others, both.joined(separator: " or ")].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension SandboxLayer {
    /// The missing layers with their reasons, in one line.
    package static func list(_ missing: [SandboxLayer: String]) -> String {
        allCases.compactMap { layer in missing[layer].map { "\(layer.rawValue) (\($0))" } }.joined(separator: ", ")
    }

    /// What a person can do about a missing layer of the minimum; nil for other layers.
    fileprivate var remedy: String? {
        switch self {
        case .root:
            "allow user and mount namespaces (sysctl user.max_user_namespaces and user.max_mnt_namespaces; in a "
                + "container, its security options)"
        case .landlock: "or boot with 'landlock' in the kernel's list 'lsm='"
        case .noNewPrivileges, .seccomp: "use a kernel with CONFIG_SECCOMP_FILTER"
        case .user, .network, .ipc, .uts, .processes, .descriptors, .limits, .capabilities, .cgroup, .environment: nil
        }
    }
}

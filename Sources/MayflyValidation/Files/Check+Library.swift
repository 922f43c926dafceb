internal import MayflyBundles
internal import MayflyModel

extension Check {
    static let libraryChecks = [
        library(
            "library-present",
            needs: ["manifest-readable"],
            level: 1,
            what: "The bundle has the library that the manifest names for this machine.",
            why: "Without it the extension cannot be opened here.",
            mending: "Build it, and put it where the manifest says; or name the platform in \"libraries\"."
        ) { examined in
            switch examined.facts.library {
            case .success: .passed
            case .failure(let error): .failed([error.message])
            case nil where examined.facts.manifest == nil: .skipped("the manifest breaks a rule")
            case nil: .failed(["manifest.json: 'libraries' names none for \(Platform.current)"])
            }
        },
        library(
            "library-format",
            needs: ["library-present"],
            level: 1,
            what: "The library is a whole 64-bit ELF library for the processor of this machine.",
            why: "The loader refuses it otherwise, or crashes.",
            mending: "Link it with -shared -fPIC for the platform that the manifest says, and copy the whole file."
        ) { $0.library { $0.problem.map { .failed([$0.message]) } ?? .passed } },
        library(
            "library-entry",
            level: 1,
            what: "The library exports mayfly_extension_entry.",
            why: "A host calls that function first; without it nothing can be opened.",
            mending: "Define the function with MAYFLY_EXPORT, and name it in the version script of the linker."
        ) { examined in
            examined.library { library in
                guard let exported = library.exported else { return .skipped(unread) }
                return exported.contains(entryName)
                    ? .passed : .failed(["the library does not export \(entryName)"])
            }
        },
        library(
            "library-exports",
            needs: ["library-entry"],
            level: 2,
            what: "The library exports nothing else.",
            why: "A name that another library has too may be taken from there, and the extension does something else.",
            mending: "Link with -Wl,--version-script=extension.map, the file that is installed beside the headers."
        ) { examined in
            examined.library { library in
                guard let exported = library.exported else { return .skipped(unread) }
                let others = exported.filter { $0 != entryName }
                guard let first = others.first else { return .passed }
                let more = others.count > 1 ? " and \(grouped(others.count - 1)) more" : ""
                return .failed(["it exports '\(shown(first))'\(more)"])
            }
        },
        library(
            "library-needs",
            level: 1,
            what: "The libraries that it needs are those of the system or of the Swift runtime.",
            why: "Its sandbox has no others, so that it cannot be loaded.",
            mending: "Link other libraries statically."
        ) { examined in
            examined.library { library in
                let system = SystemLibraries(named: library.searchedFolders)
                let lacking = library.needed.filter { system.path(of: $0) == nil }
                return .problems(lacking.map { "it needs '\(shown($0))', which its sandbox does not have" })
            }
        },
        library(
            "library-undefined",
            needs: ["library-needs"],
            level: 1,
            what: "Every symbol that it uses is in it, or in a library that it needs.",
            why: "It cannot be loaded otherwise: the loader looks for all symbols at once.",
            mending: "Link with -Wl,-z,defs, which names what is missing, and add the files or libraries that have it."
        ) { examined in
            examined.library { library in
                guard let undefined = library.undefined else { return .skipped(unread) }
                let missing = SystemLibraries(named: library.searchedFolders).missing(undefined, among: library.needed)
                guard let first = missing.first else { return .passed }
                let more = missing.count > 1 ? " and \(grouped(missing.count - 1)) more" : ""
                return .failed(["no library that it needs has '\(shown(first))'\(more)"])
            }
        },
        library(
            "library-stack",
            level: 2,
            what: "The library does not ask for stacks that can be executed.",
            why: "An error in it would be easier to abuse, and its sandbox refuses such a stack.",
            mending:
                "Add .note.GNU-stack to files in assembly, link with -Wl,-z,noexecstack, and take no address of a nested function."
        ) { examined in
            examined.library { $0.needsExecutableStack ? .failed(["it asks for executable stacks"]) : .passed }
        },
        library(
            "library-writable-code",
            level: 2,
            what: "No part of the library can be written and executed at the same time.",
            why: "An error in it would be easier to abuse.",
            mending: "Link without -Wl,-N and without sections that are writable and executable."
        ) { examined in
            examined.library { $0.hasWritableCode ? .failed(["a segment of it can be written and executed"]) : .passed }
        },
        library(
            "library-text-relocations",
            level: 2,
            what: "The loader does not have to change its code (no text relocations).",
            why: "Its pages could not be shared by the devices of a machine, and its sandbox may refuse the change.",
            mending: "Compile all of it with -fPIC, and link with -Wl,-z,text, which names what was not."
        ) { examined in
            examined.library { $0.hasTextRelocations ? .failed(["the loader has to change its code"]) : .passed }
        },
        library(
            "library-search-path",
            level: 2,
            what: "The library names no folder of your machine to look for libraries in (RPATH, RUNPATH).",
            why: "The folder is missing elsewhere, or somebody else puts a library there.",
            mending: "Link without -rpath, or remove it with patchelf --remove-rpath."
        ) { examined in
            examined.library { library in
                let odd = library.searchedFolders.filter(isPrivateFolder)
                return .problems(odd.map { "it looks for libraries in '\(shown($0))'" })
            }
        },
        library(
            "library-build-id",
            level: 4,
            what: "The library has a build id.",
            why: "The place of a crash in a receipt is found by it, when the library was stripped.",
            mending: "Link with -Wl,--build-id."
        ) { examined in
            examined.library { $0.hasBuildID ? .passed : .warning(["it has no build id"]) }
        },
        library(
            "library-size",
            level: 4,
            what: "The library has 32 MiB or less.",
            why: "It is read again at each launch that finds it no longer in memory.",
            mending:
                "Strip it, and link only what is used: -Wl,--gc-sections, or static libraries instead of whole runtimes."
        ) { examined in
            examined.library { library in
                library.size > 32 << 20 ? .warning(["it has \(grouped(library.size)) bytes"]) : .passed
            }
        },
        library(
            "library-platforms",
            needs: ["manifest-readable", "manifest-libraries"],
            level: 3,
            what: "Each library in the bundle is for the processor of the platform that the manifest names it for.",
            why: "On a machine of that platform the extension cannot be opened.",
            mending: "Build the library for that platform, or remove it from \"libraries\"."
        ) { examined in
            .problems(
                try examined.otherLibraries().compactMap { key, name, library in
                    guard let library, let machine = LibraryDetails.machine(ofPlatform: key), library.machine != machine
                    else { return nil }
                    return "\(shown(name)): named for \(shown(key)), made for \(library.machine)"
                }
            )
        },
        library(
            "library-platforms-there",
            needs: ["manifest-readable", "manifest-libraries"],
            level: 4,
            what: "The bundle has the libraries for all platforms that the manifest names.",
            why: "On a machine of that platform the extension cannot be opened.",
            mending: "Build the library for that platform too before you publish the bundle."
        ) { examined in
            .advice(
                try examined.otherLibraries().compactMap { key, name, library in
                    library == nil ? "\(shown(name)), for \(shown(key)), is not in this bundle" : nil
                }
            )
        },
    ]

    static let entryName = "mayfly_extension_entry"
    private static let unread = "its symbol table cannot be read"

    private static func library(
        _ id: String,
        needs: [String] = ["library-format"],
        level: Int,
        what: String,
        why: String,
        mending: String,
        judge: @escaping @Sendable (Examination) async throws -> Verdict
    ) -> Check {
        Check(
            id,
            level: level,
            .library,
            kind: .app,
            needs: needs,
            what: what,
            why: why,
            mending: mending,
            judge: judge
        )
    }

    /// Whether a folder is one that only the machine of the author has, or that depends on the working folder.
    private static func isPrivateFolder(_ folder: String) -> Bool {
        guard folder.hasPrefix("/") else { return !folder.hasPrefix("$ORIGIN") && !folder.hasPrefix("${ORIGIN}") }
        return ["/home/", "/root/", "/tmp/", "/var/tmp/", "/Users/"].contains { (folder + "/").hasPrefix($0) }
    }
}

extension Examination {
    /// Judges the library; skips where there is none.
    func library(_ judge: (LibraryDetails) -> Verdict) -> Verdict {
        guard case .success(let library) = facts.library else { return .skipped("there is no library") }
        return judge(library)
    }

    /// The libraries for other platforms than this one; nil for one that is not there.
    func otherLibraries() throws(MayflyError) -> [(key: String, name: String, library: LibraryDetails?)] {
        let folder = try ExtensionBundle.open(facts.path)
        let named = facts.manifest?.libraries.filter { $0.key != Platform.current } ?? [:]
        return named.sorted { $0.key < $1.key }.map { key, name in
            (key, name, try? BundleFacts.library(name, in: folder).get())
        }
    }
}

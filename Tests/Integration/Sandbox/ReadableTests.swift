import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

@testable import MayflySandbox

/// What an extension can read about the machine, the person and its host: what the documents list, and nothing else.
@Suite(
    .enabled("this machine lacks a layer") {
        let isHere = try await WholeSandbox.isHere()
        return try await WholeSandbox.gives(.landlock) && isHere
    }
)
struct ReadableTests {
    private static let page = "Documentation/threat-model.md"
    private static let id = "test.mayfly.onlooker"

    /// Calls of the filter that tell a process nothing but what it, its files or its own calls have made.
    private static let silent: Set = [
        "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "lseek", "close",
        "copy_file_range", "fadvise64", "pipe", "pipe2", "chdir", "fchdir", "rmdir", "unlink",
        "unlinkat",
        "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "truncate", "ftruncate", "fsync",
        "fdatasync", "umask", "utimensat", "futimesat", "utime", "utimes", "munmap", "mremap", "mprotect", "madvise",
        "msync",
        "brk", "mlock", "munlock", "membarrier", "rseq", "futex", "futex_waitv", "set_robust_list", "get_robust_list",
        "set_tid_address", "arch_prctl", "sched_yield", "sched_get_priority_max", "sched_get_priority_min", "exit",
        "exit_group",
        "wait4", "waitid", "getrandom", "clock_nanosleep", "nanosleep", "alarm", "setitimer", "getitimer",
        "timerfd_create",
        "timerfd_settime", "timerfd_gettime", "eventfd", "eventfd2", "epoll_create", "epoll_create1", "epoll_ctl",
        "epoll_wait",
        "epoll_pwait", "epoll_pwait2", "poll", "ppoll", "select", "pselect6", "shutdown", "rt_sigprocmask",
        "rt_sigreturn",
        "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait", "sigaltstack", "tgkill", "pause", "restart_syscall",
        "signalfd",
        "signalfd4", "mmap", "fcntl", "ioctl", "rt_sigaction", "socketpair", "sched_setscheduler",
        "chmod",
        "fchmod", "fchmodat", "mkdir", "mkdirat", "creat", "open", "openat", "sendto", "recvfrom", "recvmsg",
    ]

    /// The names in the first column of the tables below the heading.
    private static func listed() throws -> Set<String> {
        let text = try String(contentsOf: Checkout.folder.appending(path: page), encoding: .utf8)
        let parts = text.components(separatedBy: "\n## ")
        let part = try #require(parts.first { $0.hasPrefix("What an extension can read\n") })
        let cells = part.split(separator: "\n").filter { $0.hasPrefix("|") }.compactMap {
            $0.split(separator: "|").first
        }
        return Set(cells.flatMap { $0.matches(of: #/`(?<name>[^`]+)`/#).map { String($0.name) } })
    }

    /// The language is one of the host's, not of the machine.
    @Test func theLocaleIsThatOfThePolicy() async throws {
        let (bundle, trace) = (try PluginWorkshop.bundle("onlooker"), Trace())
        var policy = Policy.immediate
        policy.locale = "de-CH"
        try await TestHost.with(bundles: [bundle], policy: policy) { test in
            try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(Self.id)) }
        }
        #expect(trace.said.contains("locale de-CH"))
    }

    /// What an extension says that it reads, by name, and what of it must not be there.
    private static func read() async throws -> (things: [String: [String]], secrets: [String]) {
        let (bundle, trace) = (try PluginWorkshop.bundle("onlooker"), Trace())
        let people = ["alice", "bob", "carol"]
        let secrets = try await TestHost.with(bundles: [bundle], devices: people, policy: .immediate) { test in
            try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(id)) }
            let folders = [test.home, bundle, try test.privateFolder(of: "alice", id)]
            return folders.map { URL(filePath: $0).lastPathComponent } + people + [
                "chat", "\(getpid())", NSUserName(), NSHomeDirectory() + "/",
            ]
        }
        var things: [String: [String]] = [:]
        for line in trace.said {
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            things[name(of: words[0]), default: []].append(words.count > 1 ? words[1] : "")
        }
        return (things, secrets)
    }

    /// Descriptors have numbers, and what `self` is has several names.
    private static func name(of thing: String) -> String {
        let own = thing.replacing(#/^/proc/(thread-self|2)/(?<rest>.*)/#) { "/proc/self/\($0.rest)" }
        // Folders of libraries have other names on other machines.
        let folder = own.replacing(#/^/usr/lib[a-z0-9]+$/#, with: "/usr/lib")
        return folder.replacing(#/^/proc/self/fd/[0-9]+$/#, with: "/proc/self/fd")
    }

    /// The folders of programs and of the libraries that they have mapped. Their paths may be read, also where they lie in the home
    /// of the account.
    private static func programFolders() throws -> [String] {
        let maps = try kernelText(of: "/proc/self/maps")
        let files = maps.split(separator: "\n").compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
        let libraries = files.filter { $0.contains(".so") }.map { URL(filePath: String($0)) }
        let folders = libraries.map { $0.deletingLastPathComponent().path } + [Bundle.main.bundlePath]
        return Set(folders).sorted { $0.count > $1.count }
    }

    @Test func whatCanBeReadIsListedAndTellsNothingOfThePerson() async throws {
        let (things, secrets) = try await Self.read()
        let listed = try Self.listed()
        print("What an extension can read:")
        for (name, values) in things.sorted(by: { $0.key < $1.key }) {
            print("  \(name): \(values.prefix(3).joined(separator: " | "))\(values.count > 3 ? " | …" : "")")
        }
        #expect(things["done"] == ["all"])
        let found = Set(things.keys).subtracting(["done"])
        let (unlisted, unread) = (found.subtracting(listed), listed.subtracting(found).subtracting(Self.calls))
        #expect(unlisted.isEmpty, "an extension can read this, and \(Self.page) does not list it")
        #expect(unread.isEmpty, "\(Self.page) lists this, and no extension can read it")
        let folders = try Self.programFolders()
        for (name, values) in things {
            let values = values.map { value in folders.reduce(value) { $0.replacing($1, with: "") } }
            // The arguments have the number of the host's process, and the name of a layer, which is that of root's account too.
            for secret in secrets where name != "argv" || !["\(getpid())", "root"].contains(secret) {
                #expect(!values.contains { Self.names(secret, in: $0) }, "\(name) tells '\(secret)'")
            }
        }
    }

    /// Whether a text has the word, which is not a part of another word or number.
    private static func names(_ word: String, in text: String) -> Bool {
        text.ranges(of: word).contains { range in
            let before = text[..<range.lowerBound].last, after = text[range.upperBound...].first
            let isWhole = [before, word.last == "/" ? nil : after].allSatisfy {
                $0.map { !$0.isLetter && !$0.isNumber } ?? true
            }
            return isWhole
        }
    }

    private static var calls: Set<String> {
        Set(
            SystemCallFilter.allowed + SystemCallFilter.metadata + SystemCallFilter.links
                + SystemCallFilter.allowedInPart
        )
    }

    /// A call that the filter allows either tells nothing, or stands in the list.
    @Test func everyAllowedCallIsKnownToTellNothingOrListed() throws {
        let listed = try Self.listed()
        let unknown = Self.calls.subtracting(Self.silent).subtracting(listed)
        #expect(unknown.isEmpty, "\(Self.page) does not say what these calls tell: \(unknown.sorted())")
        let gone = Self.silent.subtracting(Self.calls)
        #expect(gone.isEmpty, "these are not allowed any more")
    }
}

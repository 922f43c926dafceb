internal import ArgumentParser
internal import Foundation
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel
internal import MayflyRepository

/// `mayfly publish`: makes a store, which is a folder that any web server can serve.
struct PublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Make a store: a folder of signed files that any web server can serve.",
        discussion: """
            Keys are files that are named with --key and are never stored. A change waits in the folder 'staged' until all \
            its signatures are there; 'mayfly publish sign' adds those of other keys.
            """,
        subcommands: [
            PublishKeysCommand.self, PublishInitCommand.self, PublishPublisherCommand.self, PublishAddCommand.self,
            PublishPromoteCommand.self, PublishSignCommand.self, PublishTimestampCommand.self,
            PublishRenewCommand.self, PublishRotateCommand.self,
        ]
    )
}

/// What the commands that sign have in common.
struct SigningOptions: ParsableArguments {
    @Argument(help: "The folder of the store.") var store: String
    @Option(
        name: .customLong("key"),
        help: ArgumentHelp("A private key that signs; the option can be repeated.", valueName: "file")
    )
    var keys: [String] = []

    var folder: RepositoryFolder {
        RepositoryFolder(
            path: URL(filePath: store).standardizedFileURL.path,
            now: SystemClock().now
        )
    }

    /// The keys, read before anything is changed.
    func signingKeys() throws(MayflyError) -> [SigningKey] {
        var read: [SigningKey] = []
        for path in keys { read.append(try KeyFile.privateKey(at: path)) }
        return read
    }

    /// Signs what is staged, publishes what is complete, and tells what is missing, and of a new store its fingerprint.
    func sign(with keys: [SigningKey], days: Int? = nil, renewsTimestamp: Bool = false) throws {
        let isFirst = try folder.fingerprint() == nil
        let missing = try folder.sign(with: keys, days: days, renewsTimestamp: renewsTimestamp)
        guard !missing.isEmpty else {
            Output.standard.write(line: "published in \(SafeText.line(folder.path))")
            if isFirst, let fingerprint = try folder.fingerprint() {
                Output.standard.write(
                    line: "the root has the fingerprint \(fingerprint); tell it to people where they trust you"
                )
            }
            return
        }
        for lack in missing {
            let ids = lack.keys.map { String($0.prefix(16)) }.joined(separator: ", ")
            Output.standard.write(
                line:
                    "waiting: \(lack.role.file) needs \(lack.count) more signature\(lack.count == 1 ? "" : "s") of the keys \(ids)"
            )
        }
        Output.standard.write(line: "nothing is published before 'mayfly publish sign' has added them")
    }
}

/// `mayfly publish keys`.
struct PublishKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make keys: for each name a file NAME.key, which is secret, and a file NAME.pub."
    )

    @Argument(help: "The names, which may be paths.") var names: [String]

    func run() throws {
        for name in names { try KeyFile.requireName(name) }
        for name in names {
            let key = try KeyFile.make(at: name)
            Output.standard.write(
                line: "made \(SafeText.line(name)).key and \(SafeText.line(name)).pub, key \(key.id.prefix(16))"
            )
        }
    }
}

/// `mayfly publish init`.
struct PublishInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a store without publishers.",
        discussion: "Changes of its keys need two signatures of the root's keys. All public keys are NAME.pub files."
    )

    @OptionGroup var signing: SigningOptions
    @Option(help: "The name that people see.") var name: String
    @Option(help: ArgumentHelp("A public key of the root; two at least.", valueName: "file")) var root: [String]
    @Option(help: ArgumentHelp("The public key that names publishers.", valueName: "file")) var targets: String
    @Option(help: ArgumentHelp("The public key that says what belongs together.", valueName: "file")) var snapshot:
        String
    @Option(help: ArgumentHelp("The public key that says what is the latest.", valueName: "file")) var timestamp: String

    func run() throws {
        let keys = try signing.signingKeys()
        try signing.folder.create(
            named: name,
            keys: StoreKeys(
                root: root.map { try KeyFile.publicKey(at: $0) },
                targets: KeyFile.publicKey(at: targets),
                snapshot: KeyFile.publicKey(at: snapshot),
                timestamp: KeyFile.publicKey(at: timestamp)
            )
        )
        try signing.sign(with: keys)
    }
}

/// `mayfly publish publisher`.
struct PublishPublisherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publisher",
        abstract: "Let a publisher own the ids that begin with a prefix, or change its key.",
        discussion: "It needs the key of the targets."
    )

    @OptionGroup var signing: SigningOptions
    @Option(help: "The publisher's name: lower-case letters, digits, dots and hyphens.") var name: String
    @Option(
        name: .customLong("prefix"),
        help: ArgumentHelp("The beginning of its ids, with the dot; can be repeated.", valueName: "org.example.")
    )
    var prefixes: [String]
    @Option(help: ArgumentHelp("Its public key.", valueName: "file")) var publicKey: String

    func run() throws {
        let keys = try signing.signingKeys()
        let key = try KeyFile.publicKey(at: publicKey)
        try signing.folder.whileLocked { folder in
            try folder.addPublisher(name, prefixes: prefixes, key: key)
            try signing.sign(with: keys)
        }
    }
}

/// `mayfly publish promote`.
struct PublishPromoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Show these extensions first, in this order; none of them shows all by name.",
        discussion: "It needs the key of the targets."
    )

    @OptionGroup var signing: SigningOptions
    @Argument(help: "The ids.") var ids: [String] = []

    func run() throws {
        let keys = try signing.signingKeys()
        var wanted: [ExtensionID] = []
        for id in ids { wanted.append(try WantedExtension(id).id) }
        try signing.folder.whileLocked { folder in
            try folder.promote(wanted)
            try signing.sign(with: keys)
        }
    }
}

/// `mayfly publish sign`.
struct PublishSignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Add signatures to the changes that wait, and publish them when they have all."
    )

    @OptionGroup var signing: SigningOptions
    @Option(help: "How many days the snapshot and the timestamp are valid.") var days: Int?

    func validate() throws {
        guard (1...3_650).contains(days ?? 1) else { throw ValidationError("--days is a number from 1 to 3650") }
    }

    func run() throws {
        let keys = try signing.signingKeys()
        try signing.folder.whileLocked { _ in try signing.sign(with: keys, days: days) }
    }
}

/// `mayfly publish timestamp`.
struct PublishTimestampCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timestamp",
        abstract: "Renew the timestamp, which says that the store is still the latest.",
        discussion: """
            It needs the key of the timestamp. Let a timer run it: an expired timestamp installs nothing new. It tells \
            which other files expire within 30 days; 'mayfly publish renew' makes these anew.
            """
    )

    @OptionGroup var signing: SigningOptions
    @Option(help: "How many days it is valid.") var days: Int?

    func validate() throws {
        guard (1...3_650).contains(days ?? 1) else { throw ValidationError("--days is a number from 1 to 3650") }
    }

    func run() throws {
        let keys = try signing.signingKeys()
        try signing.folder.whileLocked { folder in
            try signing.sign(with: keys, days: days, renewsTimestamp: true)
            guard try folder.hasKey(of: .timestamp, among: keys) else {
                throw MayflyError(.invalidInput, "the timestamp is not renewed: none of the keys is one of its role")
            }
        }
        for (role, day) in try signing.folder.expiring(within: .seconds(30 * 86_400)) {
            Output.complain(
                "warning: \(role.file) expires on \(day), and nothing new is installed then; make it anew with 'mayfly publish renew \(role.text)'"
            )
        }
    }
}

/// `mayfly publish renew`.
struct PublishRenewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Make the root, the targets or a publisher's file anew, with another year before it expires.",
        discussion: "It needs the keys of these: two of the root, and that of the targets or of the publisher."
    )

    @OptionGroup var signing: SigningOptions
    @Argument(help: "root, targets, or the name of a publisher; more than one is possible.") var roles: [String]

    func run() throws {
        let keys = try signing.signingKeys()
        var wanted: [RoleName] = []
        for name in roles {
            guard let role = RoleName(named: name) else {
                throw MayflyError(
                    .invalidName,
                    "what is renewed is root, targets or a publisher's name; found '\(SafeText.line(name, limit: 80))'"
                )
            }
            wanted.append(role)
        }
        try signing.folder.whileLocked { folder in
            try folder.renew(wanted)
            try signing.sign(with: keys)
        }
    }
}

/// `mayfly publish rotate`.
struct PublishRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Give a role of the root other keys, when one was lost or stolen.",
        discussion:
            "It needs two keys of the root, for the role root those of the old and of the new ones, and the role's new key."
    )

    @OptionGroup var signing: SigningOptions
    @Option(help: "root, targets, snapshot or timestamp.") var role: String
    @Option(help: ArgumentHelp("A new public key; for root two at least.", valueName: "file")) var new: [String]

    func run() throws {
        let keys = try signing.signingKeys()
        let roles: [RoleName] = [.root, .targets, .snapshot, .timestamp]
        guard let role = roles.first(where: { $0.text == role }) else {
            throw MayflyError(
                .invalidInput,
                "--role is root, targets, snapshot or timestamp; found '\(SafeText.line(role, limit: 80))'"
            )
        }
        let others = try new.map { try KeyFile.publicKey(at: $0) }
        try signing.folder.whileLocked { folder in
            try folder.rotate(role, to: others)
            try signing.sign(with: keys)
        }
    }
}

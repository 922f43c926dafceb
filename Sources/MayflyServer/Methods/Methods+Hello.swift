internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC
internal import MayflyWorkers

/// The answer to `hello`.
struct Welcome {
    /// The versions of the protocol that this host speaks, the newest last.
    static let versions = [1]
    /// What this host can do, each with the version of it.
    static let capabilities: KeyValuePairs = [
        "attachments": 1, "camera": 1, "events": 1, "extensions": 1, "media": 1, "payments": 1, "photos": 1,
        "questions": 1, "receipts": 1, "settings": 1, "stickers": 1,
        "transcripts": 1,
    ]

    let version: Int
    /// Capabilities that the client wants and this host does not have.
    let missing: [String]
}

extension Methods {
    static let hello = Method.query(
        "hello",
        "Begins a connection: it must be the first request. The client names itself and the versions of the protocol that it speaks.",
        Parameter<String>.name("client", "The name of the client, for logs."),
        Parameter<[Int]>.integers("versions", "The versions of the protocol that the client speaks."),
        Parameter<[String]>.names(
            "capabilities",
            most: 256,
            "The capabilities that the client wants. One that does not want 'questions' shows none: each is answered with no. One that does not want 'payments' shows none: each is cancelled. One that wants 'camera' or 'photos' provides such pictures: the event 'pictureRequest' asks for one in its windows."
        ).or([]),
        Parameter<[String]>.names(
            "languages",
            most: Languages.most,
            "The languages of the person as language tags (BCP 47), the one that they want most first. Names and other texts of extensions come in them, as far as their manifests have translations; without any, as the manifests have them."
        ).or([]),
        result: Shapes.welcome
    ) { client, _, versions, wanted, languages in
        if let wrong = languages.first(where: { !Languages.isTag($0) }) {
            let found = SafeText.line(wrong, limit: 80)
            throw RPCError.wrongParameter("languages", "must be language tags such as de or pt-BR, not '\(found)'")
        }
        guard let version = Welcome.versions.last(where: versions.contains) else {
            throw RPCError(
                .noCommonVersion,
                "the client speaks none of the host's versions of the protocol: \(Welcome.versions)",
                [JSONValue.Member("versions", .list(Welcome.versions.map { .number($0) }))]
            )
        }
        client.sayHello(
            showingQuestions: wanted.contains("questions"),
            payments: wanted.contains("payments"),
            providing: Set([PermissionName.camera, .photos].filter { wanted.contains($0.description) }),
            in: Languages(languages)
        )
        let known = Set(Welcome.capabilities.map(\.key))
        return Welcome(version: version, missing: wanted.filter { !known.contains($0) })
    }
}

extension Shapes {
    fileprivate static let welcome = Shape<Welcome>.object(
        "Welcome",
        "The answer to 'hello'.",
        [
            Field("version", .integer, "The version of the protocol that the connection has.") { $0.version },
            Field("host", host, "The program that answers.") { _ in () },
            Field("capabilities", numbers, "What this host can do, each with its version.") { _ in
                .object(Welcome.capabilities.map { JSONValue.Member($0, .number($1)) })
            },
            Field("missing", Shape<String>.text.list, "Capabilities that the client wants and this host lacks.") {
                $0.missing
            },
            Field("limits", numbers, "The limits of a connection.") { _ in
                .object([
                    "line_bytes": .number(ConnectionLimits.line), "requests": .number(ConnectionLimits.requests),
                    "windows": .number(ConnectionLimits.windows), "values": .number(ConnectionLimits.values),
                    "name_bytes": .number(ConnectionLimits.name), "members": .number(ExtensionHost.mostMembers),
                    "kept_events": .number(ConnectionLimits.events),
                    "kept_event_bytes": .number(ConnectionLimits.eventBytes),
                    "unread_bytes": .number(ConnectionLimits.unreadBytes),
                    "wait_ms": .number(ConnectionLimits.wait), "piece_bytes": .number(ConnectionLimits.piece),
                ])
            },
        ]
    )

    private static let host = Shape<Void>.object(
        "Host",
        "The program that answers.",
        [
            Field("name", .text, "Its name.") { HostInfo.name },
            Field("version", .text, "Its version.") { HostInfo.version },
        ]
    )

    private static let numbers = Shape<JSONValue>(
        Schema(.object(["type": .text("object"), "additionalProperties": .object(["type": .text("integer")])]))
    ) { value, _ in value }
}

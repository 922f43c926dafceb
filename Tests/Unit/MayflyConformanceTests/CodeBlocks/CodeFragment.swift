import MayflyTestSupport

/// A block that is a part of a file: what the file has around it, so that a compiler or a reader accepts it.
struct CodeFragment {
    let page: String
    /// The first line of the block, by which it is found.
    let firstLine: String
    /// The text before the block.
    var before = ""
    /// The line of the block before which `inserted` is put; nil to insert nothing.
    var cut: String?
    var inserted = ""
    /// The text after the block.
    let after: String

    func matches(_ block: CodeBlock) -> Bool { block.page == page && block.lines.first == firstLine }
}

extension CodeFragment {
    static let all = c + swift + json

    private static let authors = "Documentation/plugin-authors.md"
    private static let embedding = "Documentation/embedding.md"

    private static let c = [
        CodeFragment(
            page: authors,
            firstLine: #"MAYFLY_MANIFEST_FILE("manifest.json");"#,
            before: "#include <mayfly/mayfly.h>",
            after: ""
        ),
        CodeFragment(
            page: authors,
            firstLine: "static void read(void *context, const mayfly_error *error, "
                + "const mayfly_setting *settings, uint32_t count) {",
            before: """
                #include <mayfly/mayfly.h>
                void play_sounds(int are_on);
                """,
            cut: "const mayfly_settings_functions *settings = mayfly_ability(host, MAYFLY_SETTINGS);",
            inserted: """
                void view_did_load(const mayfly_host *host);
                void view_did_load(const mayfly_host *host) {
                """,
            after: "}"
        ),
        CodeFragment(
            page: authors,
            firstLine: "const mayfly_more_time_functions *more_time = mayfly_ability(host, MAYFLY_MORE_TIME);",
            before: """
                #include <mayfly/mayfly.h>
                void save(void);
                void will_resign_active(const mayfly_host *host);
                void will_resign_active(const mayfly_host *host) {
                """,
            after: "}"
        ),
        CodeFragment(
            page: authors,
            firstLine: "static void read_page(void *context, const mayfly_error *error, "
                + "const mayfly_message *const *messages, uint32_t count,",
            before: "#include <mayfly/mayfly.h>",
            cut: "const mayfly_session_history_functions *history = mayfly_ability(host, MAYFLY_SESSION_HISTORY);",
            inserted: """
                void did_become_active(const mayfly_host *host);
                void did_become_active(const mayfly_host *host) {
                """,
            after: "}"
        ),
        CodeFragment(
            page: authors,
            firstLine: "static void pushed(void *context, const mayfly_error *error, uint64_t version, "
                + "const void *bytes, uint64_t size) {",
            before: """
                #include <mayfly/mayfly.h>
                extern const mayfly_host *host;
                extern const mayfly_session_state_functions *states;
                extern mayfly_uuid session;
                extern unsigned char merged[64];
                extern uint64_t merged_size;
                void merge(const void *bytes, uint64_t size);
                """,
            after: """
                void push(void);
                void push(void) { states->put_state(host, &session, 0, merged, merged_size, pushed, NULL); }
                """
        ),
    ]

    private static let swift = [
        CodeFragment(
            page: "README.md",
            firstLine: "import MayflyHost",
            cut: #"let host = try ExtensionHost(home: HomeFolder(path: "/var/lib/chat/mayfly"))"#,
            inserted: "func useTally() async throws {",
            after: "}"
        ),
        CodeFragment(
            page: authors,
            firstLine: "// swift-tools-version: 6.2",
            cut: "let package = Package(",
            inserted: "func describeWave() {",
            after: "_ = package }"
        ),
        CodeFragment(
            page: embedding,
            firstLine: "let bundles = host.catalog().bundles",
            before: """
                import MayflyHost
                import MayflyModel
                import MayflyStore
                import MayflyViews
                func drawn(_ host: ExtensionHost, _ window: ConversationWindow, _ alice: DeviceRecord) async -> String {
                """,
            after: "return svg }"
        ),
        CodeFragment(
            page: embedding,
            firstLine: #"let window = try await host.openWindow(on: "chat", as: "alice", observer: events.observer)"#,
            before: """
                import MayflyBundles
                import MayflyHost
                import MayflyModel
                func tapped(_ host: ExtensionHost, _ tally: ExtensionBundle, _ events: HostEvents) async throws {
                """,
            after: "}"
        ),
        CodeFragment(
            page: embedding,
            firstLine: "let events = HostEvents()",
            before: """
                import MayflyHost
                import MayflyModel
                import MayflyStore
                func printed(_ host: ExtensionHost) async throws {
                """,
            after: "_ = window }"
        ),
        CodeFragment(
            page: embedding,
            firstLine: "/// Hands each envelope to another host of the same program, as a server would.",
            before: """
                import MayflyHost
                import MayflyModel
                import MayflyStore
                """,
            after: ""
        ),
        CodeFragment(
            page: embedding,
            firstLine: "var policy = Policy()",
            before: """
                import MayflyHost
                import MayflyModel
                import MayflyStore
                func hostWithPolicy(_ home: HomeFolder) throws -> ExtensionHost {
                """,
            after: "return host }"
        ),
        CodeFragment(
            page: embedding,
            firstLine: "struct Till: PaymentProvider {",
            before: """
                import MayflyHost
                import MayflyModel
                import MayflyStore
                func hostWithTill(_ home: HomeFolder) throws -> ExtensionHost {
                """,
            after: "return host }"
        ),
        CodeFragment(
            page: embedding,
            firstLine: "struct ServerStates: SessionStateProvider {",
            before: """
                import MayflyHost
                import MayflyModel
                import MayflyStore
                func hostWithStates(_ home: HomeFolder) throws -> ExtensionHost {
                """,
            after: "return host }"
        ),
    ]

    private static let json = [
        CodeFragment(
            page: authors,
            firstLine: #""localizations": {"#,
            before: """
                {"id": "org.example.hello", "name": "Hello", "version": "1.0.0", "kind": "app", "icon": "icon.png",
                 "abi": {"min": "1.0", "max": "1.0"}, "libraries": {"linux-x86_64": "hello.so"}, "summary": "Makes ice cream",
                 "permissions": [{"name": "photos", "reason": "For a picture"}],
                 "settings": [{"key": "theme", "kind": "choice", "title": "Theme", "summary": "Its colours",
                   "default": "dark", "choices": [{"value": "dark", "title": "Dark"}]}],
                """,
            after: "}"
        ),
        CodeFragment(
            page: authors,
            firstLine: #""settings": ["#,
            before: """
                {"id": "org.example.hello", "name": "Hello", "version": "1.0.0", "kind": "app", "icon": "icon.png",
                 "abi": {"min": "1.0", "max": "1.0"}, "libraries": {"linux-x86_64": "hello.so"},
                """,
            after: "}"
        ),
        CodeFragment(
            page: authors,
            firstLine: #""limits": { "memory_mib": 32, "cpu_ms": 1000, "threads": 8 }"#,
            before: """
                {"id": "org.example.hello", "name": "Hello", "version": "1.0.0", "kind": "app", "icon": "icon.png",
                 "abi": {"min": "1.0", "max": "1.0"}, "libraries": {"linux-x86_64": "hello.so"},
                """,
            after: "}"
        ),
        CodeFragment(
            page: authors,
            firstLine:
                #""permissions": [{ "name": "network:api.example.com", "reason": "To keep the state of your game" }]"#,
            before: """
                {"id": "org.example.hello", "name": "Hello", "version": "1.0.0", "kind": "app", "icon": "icon.png",
                 "abi": {"min": "1.0", "max": "1.0"}, "libraries": {"linux-x86_64": "hello.so"},
                """,
            after: "}"
        ),
    ]
}

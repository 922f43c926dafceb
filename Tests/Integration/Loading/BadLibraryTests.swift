import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Libraries that cannot be used: each gets a line that names what is wrong, and the host goes on.
@Suite struct BadLibraryTests {
    /// A C file of one wrong kind, and what must be said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: String
        let code: MayflyError.Code
        let says: String
    }

    private static let header = "#include <mayfly/mayfly.h>\n"

    static let cases =
        [
            Case(
                testDescription: "no entry symbol",
                source: "int nothing;\n",
                code: .loadFailed,
                says: "lib/plugin.so: it exports no 'mayfly_extension_entry'"
            ),
            Case(
                testDescription: "undefined symbol",
                source: header + """
                    extern int not_there(void);
                    MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *o, mayfly_extension *e) {
                        (void)o; (void)e; return not_there();
                    }
                    """,
                code: .loadFailed,
                says: "lib/plugin.so: undefined symbol: not_there"
            ),
            Case(
                testDescription: "refusal",
                source: header + """
                    MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *o, mayfly_extension *e) {
                        (void)o; e->refusal = mayfly_text("I only work on Sundays"); return 5;
                    }
                    """,
                code: .loadFailed,
                says: "refuses this host: I only work on Sundays (code 5)"
            ),
            Case(
                testDescription: "version that was not offered",
                source: header + """
                    MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *o, mayfly_extension *e) {
                        (void)o; e->abi_version = UINT32_C(0x00070003); return 0;
                    }
                    """,
                code: .loadFailed,
                says: "answered version 7.3, which was not offered"
            ),
            Case(
                testDescription: "no make_instance",
                source: header + """
                    MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *o, mayfly_extension *e) {
                        (void)o; e->abi_version = MAYFLY_ABI_1_0; return 0;
                    }
                    """,
                code: .loadFailed,
                says: "gave no make_instance"
            ),
            Case(
                testDescription: "no controller",
                source: header + """
                    static int32_t make(void *c, const mayfly_host *h, const mayfly_launch *l, mayfly_instance *i) {
                        (void)c; (void)h; (void)l; (void)i; return 0;
                    }
                    MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *o, mayfly_extension *e) {
                        (void)o; e->abi_version = MAYFLY_ABI_1_0; e->make_instance = make; return 0;
                    }
                    """,
                code: .loadFailed,
                says: "make_instance gave no controller"
            ),
        ]
        + ["0", "8", "20", "sizeof(mayfly_controller) - 8"].map { size in
            Case(
                testDescription: "a controller of \(size) bytes",
                source: header + table("mayfly_controller", size: size),
                code: .loadFailed,
                says: "the size of mayfly_controller is "
            )
        }
        + ["mayfly_view_delegate", "mayfly_sticker_source", "mayfly_gesture_delegate"].map { name in
            Case(
                testDescription: "a short \(name)",
                source: header + table(name, size: "8"),
                code: .loadFailed,
                says: "the size of \(name) is 8; version 1.0 of the table has "
            )
        }

    /// An extension with a whole controller, whose table of that name states another size.
    private static func table(_ name: String, size: String) -> String {
        let isController = name == "mayfly_controller"
        let ids = [
            "mayfly_view_delegate": "MAYFLY_VIEW_DELEGATE", "mayfly_sticker_source": "MAYFLY_STICKER_SOURCE",
            "mayfly_gesture_delegate": "MAYFLY_GESTURES",
        ]
        let id = ids[name] ?? "MAYFLY_VIEW_DELEGATE"
        return """
            static mayfly_controller whole = { .size = sizeof whole };
            static \(name) table = { .size = \(size) };
            static const void *ability(void *c, mayfly_string id) {
                (void)c;
                return mayfly_text_equals(id, mayfly_text(\(id))) ? &table : NULL;
            }
            static int32_t make(void *c, const mayfly_host *h, const mayfly_launch *l, mayfly_instance *i) {
                (void)c; (void)h; (void)l; (void)whole; i->controller = \(isController ? "&table" : "&whole");
                i->ability = \(isController ? "NULL" : "ability"); return 0;
            }
            MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *o, mayfly_extension *e) {
                (void)o; (void)ability; e->abi_version = MAYFLY_ABI_1_0; e->make_instance = make; return 0;
            }
            """
    }

    @Test(arguments: cases)
    func saysWhatIsWrongAndGoesOn(_ bad: Case) async throws {
        let bundle = try PluginWorkshop.pack(id: "test.mayfly.bad") { library in
            let source = library + ".c"
            try bad.source.write(toFile: source, atomically: true, encoding: .utf8)
            try run(
                "cc",
                ["-shared", "-fPIC", "-fvisibility=hidden", "-I", PluginWorkshop.headers, "-o", library, source]
            )
        }
        try await TestHost.with(bundles: [bundle, try PluginWorkshop.bundle("recorder")], policy: .immediate) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                let error = await #expect(throws: MayflyError.self) {
                    try await window.open(test.bundle("test.mayfly.bad"))
                }
                #expect(error?.code == bad.code)
                #expect(error?.message.contains(bad.says) == true, "\(error?.message ?? "no error")")
                #expect(trace.lifecycle.last == "reaped")
                try await window.open(test.bundle(Recorder.id))
                #expect(await window.openExtension?.id.rawValue == Recorder.id)
            }
        }
    }
}

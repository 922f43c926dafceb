import Foundation
import MayflyHeaders
import MayflyTestSupport
import Testing

/// What the comparison says of copies of the headers in which something was changed.
@Suite struct InterfaceComparisonTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let base = Result { try HeaderReader.read(InterfaceSource.headers) }

    /// The differences of a copy of the headers in which a text of a file was replaced.
    private func differences(_ file: String, _ text: String, _ replacement: String) throws -> [String] {
        let copy = URL(filePath: folder.at("\(UUID())"))
        try FileManager.default.copyItem(at: InterfaceSource.headers, to: copy)
        let header = copy.appending(path: "mayfly/\(file)")
        let before = try String(contentsOf: header, encoding: .utf8)
        try #require(before.ranges(of: text).count == 1, "\(file) does not have it once: \(text)")
        try before.replacing(text, with: replacement).write(to: header, atomically: true, encoding: .utf8)
        let (old, new) = (try Self.base.get(), try HeaderReader.read(copy))
        return InterfaceComparison(from: old, to: new).differences.map(\.description)
    }

    @Test func theSameHeadersStayed() throws {
        #expect(try differences("ext/log.h", "/* How important a line is. */", "/* How much it matters. */") == [])
        let none: [InterfaceDifference] = []
        #expect(none.judgement == .stayed)
    }

    @Test func aFieldThatIsGoneBreaks() throws {
        #expect(
            try differences("ext/view.h", "    mayfly_string data;         /*", "    /*") == [
                "broke: mayfly_action.data: the field is gone",
                "broke: mayfly_action.inputs: the field lay at byte 40 and lies at byte 24",
                "broke: mayfly_action.verb: the field lay at byte 48 and lies at byte 32",
            ]
        )
    }

    @Test func fieldsInAnotherOrderBreak() throws {
        let (name, value) = ("    mayfly_string name;\n", "    mayfly_string value;\n")
        #expect(
            try differences("ext/network.h", name + value, value + name) == [
                "broke: mayfly_http_header.name: the field lay at byte 8 and lies at byte 24",
                "broke: mayfly_http_header.value: the field lay at byte 24 and lies at byte 8",
            ]
        )
    }

    @Test func anotherTypeBreaks() throws {
        #expect(
            try differences("message.h", "uint8_t should_expire;", "int8_t should_expire;") == [
                "broke: mayfly_message.should_expire: its type was uint8_t and is int8_t"
            ]
        )
    }

    @Test func aFieldInTheMiddleBreaks() throws {
        let field = "    mayfly_string summary_text; "
        #expect(
            try differences("message.h", field, "    uint64_t weight;\n" + field) == [
                "broke: mayfly_message.summary_text: the field lay at byte 48 and lies at byte 56",
                "broke: mayfly_message.accessibility_label: the field lay at byte 64 and lies at byte 72",
                "broke: mayfly_message.error: the field lay at byte 80 and lies at byte 88",
                "broke: mayfly_message.weight: a new field at byte 48, inside the 88 bytes of before; it belongs at the end",
            ]
        )
    }

    /// Older extensions never set the bytes that keep a struct in shape, though its size covers them.
    @Test func aFieldInThePaddingBreaks() throws {
        func pair(_ more: String) throws -> HeaderInterface {
            let headers = "\(UUID())"
            let fields = "uint32_t size; uint64_t number; uint32_t last; \(more)"
            try folder.write(
                "#include <stdint.h>\ntypedef struct mayfly_pair { \(fields) } mayfly_pair;\n",
                to: "\(headers)/mayfly/mayfly.h"
            )
            return try HeaderReader.read(URL(filePath: folder.at(headers)))
        }
        let differences = InterfaceComparison(from: try pair(""), to: try pair("uint32_t late;")).differences
        #expect(
            differences.map(\.description) == [
                "broke: mayfly_pair.late: a new field at byte 20, inside the 24 bytes of before; it belongs at the end"
            ]
        )
    }

    @Test func aFieldAtTheEndGrows() throws {
        let end = "} mayfly_sticker;"
        #expect(
            try differences("message.h", end, "    uint64_t weight;\n" + end) == [
                "grew: mayfly_sticker.weight: a new field at the end, uint64_t"
            ]
        )
    }

    @Test func aStructWithoutASizeNeverGrows() throws {
        let end = "} mayfly_uuid;"
        let differences = try differences("base.h", end, "    uint8_t kind;\n" + end)
        #expect(
            differences.contains(
                "broke: mayfly_uuid.kind: a new field in a struct that never grows, because it does not begin with its size"
            )
        )
        // What holds one by value moves.
        #expect(
            differences.contains(
                "broke: mayfly_conversation.local_participant: its mayfly_uuid had 16 bytes and has 17"
            )
        )
    }

    @Test func aFunctionAtTheEndGrowsAndNeedsItsTag() throws {
        let end = "} mayfly_log_functions;"
        let function = "    int32_t (*flush)(const mayfly_host *host);\n"
        #expect(
            try differences("ext/log.h", end, "    /* [any, any] Writes all. */\n" + function + end) == [
                "grew: mayfly_log_functions.flush: a new function at the end, int32_t (*)(const mayfly_host *)"
            ]
        )
        #expect(
            try differences("ext/log.h", end, function + end) == [
                "broke: mayfly_log_functions.flush: a new function without its state and thread: write [STATE, THREAD] into its comment"
            ]
        )
    }

    @Test func anotherArgumentBreaks() throws {
        #expect(
            try differences("ext/view.h", "mayfly_string card_json);", "mayfly_string card_json, uint32_t flags);") == [
                "broke: mayfly_view_functions.present_view: its type was int32_t (*)(const mayfly_host *, mayfly_string) and is int32_t (*)(const mayfly_host *, mayfly_string, uint32_t)"
            ]
        )
        #expect(
            try differences("base.h", "(void *context, const mayfly_error *error);", "(void *context, int32_t code);")
                == [
                    "broke: mayfly_completion: the type of functions was void (*)(void *, const mayfly_error *) and is void (*)(void *, int32_t)"
                ]
        )
    }

    @Test func aNumberThatChangesBreaks() throws {
        #expect(
            try differences("ext/gestures.h", "MAYFLY_SWIPE_RIGHT = 1", "MAYFLY_SWIPE_RIGHT = 2") == [
                "broke: MAYFLY_SWIPE_RIGHT: its number was 1 and is 2; a number is never used again"
            ]
        )
        #expect(
            try differences("ext/session_history.h", "PAGE 256", "PAGE 512") == [
                "broke: MAYFLY_SESSION_PAGE: it was 256 and is 512, and is compiled into extensions"
            ]
        )
    }

    @Test func anotherNumberGrowsUnlessItIsTaken() throws {
        let last = "MAYFLY_LOG_ERROR = 3"
        #expect(
            try differences("ext/log.h", last, last + ", MAYFLY_LOG_FATAL = 4") == [
                "grew: MAYFLY_LOG_FATAL: a new number of mayfly_log_level, 4"
            ]
        )
        #expect(
            try differences("ext/log.h", last, last + ", MAYFLY_LOG_FATAL = 3") == [
                "broke: MAYFLY_LOG_FATAL: it has the number 3 of MAYFLY_LOG_ERROR"
            ]
        )
    }

    @Test func anotherAbilityGrows() throws {
        let end = "#ifdef __cplusplus\n}"
        let ability = """
            #define MAYFLY_CLOCK "mayfly.clock/1"
            /* "mayfly.clock/1": host functions */
            typedef struct mayfly_clock_functions {
                uint32_t size;
                uint32_t reserved;
                /* [any, any] The time. */
                uint64_t (*now)(const mayfly_host *host);
            } mayfly_clock_functions;


            """
        #expect(
            try differences("ext/storage.h", end, ability + end) == [
                "grew: mayfly_clock_functions: a new table of functions, \"mayfly.clock/1\"",
                "grew: MAYFLY_CLOCK: a new ability, \"mayfly.clock/1\"",
            ]
        )
    }

    @Test func anIDThatChangesBreaks() throws {
        #expect(
            try differences(
                "ext/camera.h",
                "#define MAYFLY_CAMERA \"mayfly.camera/1\"",
                "#define MAYFLY_CAMERA \"mayfly.camera/2\""
            )
                == [
                    "broke: MAYFLY_CAMERA: it was \"mayfly.camera/1\" and is \"mayfly.camera/2\"; an id never changes, another table gets another"
                ]
        )
        #expect(
            try differences(
                "ext/camera.h",
                "/* \"mayfly.camera/1\": host functions */",
                "/* \"mayfly.lens/1\": host functions */"
            )
                == [
                    "broke: mayfly_camera_functions: its id was mayfly.camera/1 and is mayfly.lens/1; an id never changes, another table gets another"
                ]
        )
    }

    @Test func aMacroThatIsRenamedBreaks() throws {
        #expect(
            try differences("message.h", "#define MAYFLY_LARGEST_FILE", "#define MAYFLY_MOST_BYTES") == [
                "broke: MAYFLY_LARGEST_FILE: the macro is gone", "grew: MAYFLY_MOST_BYTES: a new macro",
            ]
        )
    }

    /// Who calls may do so at more times; who is called expects no call at others.
    @Test func tagsMayOnlyBecomeWiderForCallersAndNarrowerForTheCalled() throws {
        let view = "[any, any] Shows an Adaptive Card"
        #expect(
            try differences("ext/view.h", view, "[active, any] Shows an Adaptive Card") == [
                "broke: mayfly_view_functions.present_view: its state and thread were [any, any] and are [active, any]: calls of before are refused"
            ]
        )
        let insert = "[active, any] Adds text"
        #expect(
            try differences("conversation.h", insert, "[any, any] Adds text") == [
                "grew: mayfly_conversation_functions.insert_text: its state and thread were [active, any] and are [any, any]"
            ]
        )
        let swipe = "[active, main] The person swiped"
        #expect(
            try differences("ext/gestures.h", swipe, "[any, main] The person swiped") == [
                "broke: mayfly_gesture_delegate.did_swipe: its state and thread were [active, main] and are [any, main]: it comes when it did not before"
            ]
        )
        #expect(
            try differences("controller.h", "[any, main] Free memory now", "[active, main] Free memory now") == [
                "grew: mayfly_controller.did_receive_memory_warning: its state and thread were [any, main] and are [active, main]"
            ]
        )
    }

    @Test func theVersionMayRise() throws {
        let newest = "#define MAYFLY_ABI_VERSION MAYFLY_ABI_1_0"
        #expect(
            try differences(
                "base.h",
                newest,
                "#define MAYFLY_ABI_1_1 0x00010001u\n#define MAYFLY_ABI_VERSION MAYFLY_ABI_1_1"
            ) == [
                "grew: MAYFLY_ABI_VERSION: it was MAYFLY_ABI_1_0 and is MAYFLY_ABI_1_1",
                "grew: MAYFLY_ABI_1_1: a new macro",
            ]
        )
    }
}

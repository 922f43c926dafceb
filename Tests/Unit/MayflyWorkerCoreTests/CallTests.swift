import Foundation
import Glibc
import MayflyABI
import MayflyModel
import Synchronization
import Testing

@testable import MayflyWorkerCore

/// The engine below the table calls, and is called as, any C function that a row can describe.
@Suite struct CallTests {
    private static let library = Result {
        try CompiledLibrary(
            """
            #include <stdint.h>
            typedef struct { double x; int32_t n; } pair;
            typedef struct { const char *data; uint64_t length; } text;
            typedef struct { uint8_t bytes[16]; } uuid;
            uint64_t many(\((0..<32).map { "uint64_t a\($0)" }.joined(separator: ", "))) {
                return \((0..<32).map { "a\($0) * \($0 + 1)" }.joined(separator: " + "));
            }
            double mixed(double a, int32_t b, double c, uint8_t d, uint32_t e) { return a + b + c * d + e; }
            uint64_t by_value(pair p, text t, uuid u) {
                return (uint64_t)(p.x * 1000) + (uint64_t)p.n + t.length + (uint8_t)t.data[1] + u.bytes[0] + u.bytes[15];
            }
            int32_t negative(int32_t a) { return -a; }
            uint64_t call_many(uint64_t (*f)(\(Array(repeating: "uint64_t", count: 32).joined(separator: ", ")))) {
                return f(\((0..<32).map { "\($0) + 100" }.joined(separator: ", ")));
            }
            uint64_t call_by_value(uint64_t (*f)(pair, text, uuid, double)) {
                pair p = {1.5, -7}; text t = {"hello", 5}; uuid u = {{1, 2, 3}};
                return f(p, t, u, 2.25);
            }
            """
        )
    }

    private static let pair = Record("pair", [.init("x", .double), .init("n", .int32)])

    private func call(_ function: Function, _ arguments: [Value]) throws -> UInt64 {
        let target = try Self.library.get().function(function.cName)
        var reader = WireReader(function.payload(arguments))
        return try Calls().invoke(function, at: target, &reader, address: nil).result
    }

    @Test func thirtyTwoArgumentsArriveInOrder() throws {
        let row = Function(
            9001,
            "many",
            c: "many",
            .any,
            .any,
            (0..<32).map { .init("a\($0)", .uint64) },
            result: .uint64
        )
        let numbers: [UInt64] = (0..<32).map { $0 + 5 }
        var expected: UInt64 = 0
        for (index, number) in numbers.enumerated() { expected += number * UInt64(index + 1) }
        #expect(try call(row, numbers.map(Value.unsigned)) == expected)
    }

    @Test func doublesAndNarrowIntegersMix() throws {
        let row = Function(
            9002,
            "mixed",
            c: "mixed",
            .any,
            .any,
            [
                .init("a", .double), .init("b", .int32), .init("c", .double), .init("d", .boolean), .init("e", .uint32),
            ],
            result: .double
        )
        let result = try call(row, [.double(0.5), .integer(-3), .double(2.25), .boolean(true), .unsigned(7)])
        #expect(Double(bitPattern: result) == 0.5 - 3 + 2.25 + 7)
    }

    @Test func structsGoByValue() throws {
        let row = Function(
            9003,
            "byValue",
            c: "by_value",
            .any,
            .any,
            [.init("p", .structure(Self.pair)), .init("t", .string), .init("u", .uuid)],
            result: .uint64
        )
        var pair = RecordValue(Self.pair)
        pair["x"] = .double(1.5)
        pair["n"] = .integer(-7)
        let uuid = try #require(UUIDBytes.counting)
        let result = try call(row, [.record(pair), .text("hello"), .uuid(uuid)])
        let letter = UInt64(UInt8(ascii: "e"))
        #expect(result == 1500 - 7 + 5 + letter + 0 + 15)
    }

    @Test func negativeResultsKeepTheirSign() throws {
        let row = Function(9004, "negative", c: "negative", .any, .any, [.init("a", .int32)], result: .int32)
        #expect(Int32(truncatingIfNeeded: try call(row, [.integer(5)])) == -5)
    }

    @Test func closuresTakeThirtyTwoArguments() throws {
        let row = Function(
            9005,
            "many",
            c: "many",
            .any,
            .any,
            (0..<32).map { .init("a\($0)", .uint64) },
            result: .uint64
        )
        let answer = try callBack(through: "call_many", row)
        #expect(answer == 4242)
        let expected: [Value] = (0..<32).map { .unsigned(UInt64($0) + 100) }
        #expect(Received.values.withLock { $0[9005] } == expected)
    }

    @Test func closuresTakeStructsByValueAndDoubles() throws {
        let row = Function(
            9006,
            "byValue",
            c: "by_value",
            .any,
            .any,
            [
                .init("p", .structure(Self.pair)), .init("t", .string), .init("u", .uuid), .init("d", .double),
            ],
            result: .uint64
        )
        #expect(try callBack(through: "call_by_value", row) == 4242)
        let values = try #require(Received.values.withLock { $0[9006] })
        #expect(values[0].record?["x"] == .double(1.5))
        #expect(values[0].record?["n"] == .integer(-7))
        #expect(values[1] == .text("hello"))
        #expect(values[2].uuid?.bytes.prefix(4) == [1, 2, 3, 0])
        #expect(values[3] == .double(2.25))
    }

    /// Has a C function call a closure that is made from the row.
    private func callBack(through driver: String, _ row: Function) throws -> UInt64 {
        var memory = try ClosureMemory(closures: 1)
        let closure = try memory.add(row, Received.handler)
        try memory.close()
        typealias Driver = @convention(c) (UnsafeRawPointer) -> UInt64
        let function = try Self.library.get().function(driver)
        return unsafeBitCast(function, to: Driver.self)(closure)
    }
}

/// What closures of these tests were called with, by the row's number.
private enum Received {
    static let values = Mutex<[UInt16: [Value]]>([:])

    static let handler: HostFunctions.Handler = { _, result, arguments, userData in
        guard let result, let arguments, let userData else { return }
        let function = Unmanaged<CallInterface>.fromOpaque(userData).takeUnretainedValue().function
        var writer = WireWriter()
        for index in function.marshalled {
            guard let slot = arguments[index] else { continue }
            try? writer.write(memory: slot, as: function.parameters[index].type, name: "argument")
        }
        let decoded = try? function.arguments(of: writer.bytes).values
        values.withLock { $0[function.id] = decoded }
        result.storeBytes(of: 4242, as: UInt64.self)
    }
}

import CMayfly
import Testing

@testable import MayflyExtension

@Suite struct SizedTests {
    /// Bytes at an odd address: their number, then 0xEE.
    private func withBytes(stating size: UInt32, _ body: (UnsafeMutableRawPointer) throws -> Void) throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 513, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xEE)
        let bytes = try #require(memory.baseAddress) + 1
        bytes.storeBytes(of: size, as: UInt32.self)
        try body(bytes)
    }

    @Test func readsFieldsBeyondTheStatedSizeAsZero() throws {
        try withBytes(stating: 8) { bytes in
            let state = try #require(sized(bytes, as: mayfly_state.self))
            #expect(state.size == 8)
            #expect(state.presentation_style == Int32(bitPattern: 0xEEEE_EEEE))
            #expect(state.presentation_context == 0)
            #expect(state.active_conversation == nil)
        }
    }

    @Test(arguments: [0, 1, 3, 4] as [UInt32])
    func readsNoMoreThanASizeTooSmallForItself(size: UInt32) throws {
        try withBytes(stating: size) { bytes in
            let state = try #require(sized(bytes, as: mayfly_state.self))
            #expect(state.size == size)
            #expect(state.presentation_style == 0)
        }
    }

    @Test func leavesOutWhatANewerHostHasMore() throws {
        try withBytes(stating: 512) { bytes in
            let state = try #require(sized(bytes, as: mayfly_state.self))
            #expect(state.presentation_context == Int32(bitPattern: 0xEEEE_EEEE))
        }
    }

    @Test func aNullPointerIsNothing() {
        #expect(sized(nil, as: mayfly_state.self) == nil)
    }

    @Test func fillsNoMoreThanTheOtherSideTakes() throws {
        var instance = mayfly_instance()
        instance.context = UnsafeMutableRawPointer(bitPattern: 0x1111)
        instance.ability = Callbacks.ability
        try withBytes(stating: 16) { bytes in
            fill(bytes, with: instance)
            let copy = UnsafeRawBufferPointer(start: bytes, count: 40)
            #expect(copy.loadUnaligned(as: UInt32.self) == 16)
            #expect(copy.loadUnaligned(fromByteOffset: 8, as: UInt.self) == 0x1111)
            #expect(copy[16...].allSatisfy { $0 == 0xEE })
        }
        for size in [0, 3, 4] as [UInt32] {
            try withBytes(stating: size) { bytes in
                fill(bytes, with: instance)
                #expect(UnsafeRawBufferPointer(start: bytes + 4, count: 36).allSatisfy { $0 == 0xEE })
            }
        }
    }
}

import CMayfly
import MayflyConformance
import Testing

@testable import MayflyExtension

@Suite struct ReadingTests {
    @Test(.proves("C-198")) func aNewMessageHasNoSender() {
        #expect(Message().sender == nil)
        #expect(Message(session: Session(identifier: Identifier(high: 1, low: 2))).sender == nil)
    }

    @Test func aMessageSurvivesTheWayThroughC() throws {
        var message = Message(session: Session(identifier: Identifier(high: 1, low: .max)))
        message.url = "?a=%20"
        message.layout = TemplateLayout(imageFile: "/a.png", caption: "", trailingSubcaption: "é\u{0}x")
        message.summaryText = "Summary"
        message.shouldExpire = true
        let back = try #require(CallMemory.lending { Message($0.message(message)) })
        #expect(back.isPending == false)
        message.isPending = false
        #expect(back == message)
    }

    @Test func emptyTextIsNotNoText() {
        CallMemory.lending { memory in
            #expect(String(memory.text("")) == "")
            #expect(String(memory.text(nil)) == nil)
            #expect(memory.text(nil).data == nil)
        }
    }

    @Test func aTextTooLongForThisMachineIsNone() {
        CallMemory.lending { memory in
            var text = memory.text("x")
            text.length = .max
            #expect(String(text) == nil)
        }
    }

    @Test func stepsThroughInputsByTheirOwnSize() throws {
        let step = MemoryLayout<mayfly_input>.size + 24
        let inputs = UnsafeMutableRawPointer.allocate(byteCount: 2 * step, alignment: 8)
        defer { inputs.deallocate() }
        let action = CallMemory.lending { memory in
            for (index, name) in ["first", "second"].enumerated() {
                var input = mayfly_input()
                input.size = UInt32(step)
                input.id = memory.text(name)
                input.value = memory.text("value of \(name)")
                inputs.storeBytes(of: input, toByteOffset: index * step, as: mayfly_input.self)
            }
            var action = mayfly_action()
            action.size = statedSize(mayfly_action.self)
            action.input_count = 2
            action.inputs = UnsafePointer(inputs.assumingMemoryBound(to: mayfly_input.self))
            return Action(&action)
        }
        #expect(action?.inputs == ["first": "value of first", "second": "value of second"])
        #expect(action?.id == nil)
        #expect(action?.data == "{}")
    }

    @Test func inputsWithoutASizeAreLeftOut() {
        var input = mayfly_input()
        let inputs = withUnsafePointer(to: &input) { pointer in
            var action = mayfly_action()
            action.size = statedSize(mayfly_action.self)
            action.input_count = .max
            action.inputs = pointer
            return Action(&action)?.inputs
        }
        #expect(inputs == [:])
    }

    @Test func anErrorOfAnUnknownKindKeepsItsNumber() throws {
        var error = mayfly_error()
        error.size = statedSize(mayfly_error.self)
        error.domain = 77
        error.code = 4242
        let read = try #require(MessageError(&error))
        #expect(read.code.rawValue == 4242)
        #expect(read.domain == .messages)
    }
}

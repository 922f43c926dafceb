extension Section {
    static let calls = Section(
        title: "Conversation calls and input field",
        statements: [
            .core(100, "insertMessage stages the bubble in the input field"),
            .core(101, "A completion is given nothing on success and an error otherwise"),
            .core(102, "A completion may be left out"),
            .core(103, "insertText stages text"),
            .core(104, "insertAttachment with a file and a name stages a file"),
            .core(105, "insertSticker stages a sticker"),
            .core(106, "Nothing is transmitted until the person presses Send"),
            .core(107, "Nothing is sent automatically under the default policy"),
            .core(108, "A second insertMessage replaces the first staged message"),
            .core(109, "Without an alternate file name the name is that of the URL"),
            .core(110, "An attachment URL that names no file gives error 4"),
            .core(111, "A missing file gives 1, an unreadable one 2, an unsupported type 3"),
            .core(112, "Calls return at once; a completion comes later, once, off the main thread"),
            .core(113, "An invalid message gives an error and leaves the field unchanged"),
            .core(114, "A URL of 5,000 characters is accepted, one of 5,001 refused with 8"),
            .core(115, "http, https and data URLs are accepted"),
            .core(116, "A URL that is only a query is accepted and comes back byte for byte"),
            .core(117, "A custom scheme and the file scheme are refused (1002)"),
            .core(118, "The extension has no call that reads the field or messages of others"),
            .core(119, "Text, one message and several attachments are staged together and sent in a fixed order"),
            .core(120, "The draft survives the worker's death, dismiss, a style change and a change of conversation"),
            .core(121, "A call while inactive gives 1001"),
            .core(122, "Changing a message after its insert does not alter the staged copy"),
            .core(123, "An attachment whose file is deleted after the insert can still be sent"),
            .core(124, "What is staged shows in the field as the bubble that the recipient will see"),
        ]
    )
}

package import MayflyHost
internal import MayflyModel
package import MayflyStore

extension Shapes {
    /// What a person is asked.
    package static let permissionQuestion = Shape<PermissionQuestion>.object(
        "Question",
        "What a person is asked when an extension uses a permission for the first time.",
        questionFields
    )

    static let questionFields: [Field<PermissionQuestion>] = [
        extensionID { $0.extensionID },
        Field("question", .integer, "The number of the question in its window.") { $0.number },
        Field("name", .text, "The name of the extension.") { $0.name },
        Field("permission", .description, "What it asks for, such as 'network:api.example.com'.") { $0.permission },
        Field("reason", .text, "Why, in the words of the extension's author, which nobody has checked.") { $0.reason },
    ]

    /// A picture that a person is asked for.
    package static let pictureRequest = Shape<PictureRequest>.object(
        "PictureRequest",
        "A picture that an extension asks the person for, in a window of a client that provides it.",
        pictureRequestFields
    )

    static let pictureRequestFields: [Field<PictureRequest>] = [
        extensionID { $0.extensionID },
        Field("request", .integer, "The number of the request in its window.") { $0.number },
        Field("name", .text, "The name of the extension.") { $0.name },
        Field("permission", .description, "'camera' for a picture that is taken, 'photos' for one that is chosen.") {
            $0.permission
        },
    ]

    /// An answer that holds until it is withdrawn.
    package static let keptAnswer = Shape<KeptAnswer>.object(
        "KeptAnswer",
        "What a person has answered to an extension, until it is withdrawn.",
        [
            extensionID { $0.extensionID },
            Field("device", .text, "The name of the device.") { $0.device },
            Field("permission", .description, "What was asked for.") { $0.permission },
            Field("granted", .flag, "Whether it is granted.") { $0.isGranted },
            Field("answered", .integer, "When, in milliseconds since 1970.") { $0.moment.rawValue },
        ]
    )
}

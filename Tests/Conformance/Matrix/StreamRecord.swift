/// One line of an event stream of Swift Testing, version 6.3: only what is needed of it.
struct StreamRecord: Decodable {
    struct Payload: Decodable {
        let kind: String?
        let id: String?
        let testID: String?
        let isParameterized: Bool?
        let issue: Issue?
    }

    struct Issue: Decodable {
        let isFailure: Bool?
        let isKnown: Bool?
    }

    let kind: String
    let payload: Payload
}

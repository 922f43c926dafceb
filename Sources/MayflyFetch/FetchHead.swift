package import MayflyModel

/// What stands before the body of an answer.
package struct FetchHead: Sendable, Hashable {
    /// Such as 200.
    package let status: Int
    /// In the order in which the server sent them.
    package let headers: [HTTPHeader]

    init?(json: JSONValue) {
        guard case .number(let number) = json["status"], let status = number.int64.flatMap(Int.init(exactly:)),
            let headers = [HTTPHeader](json: json["headers"])
        else { return nil }
        (self.status, self.headers) = (status, headers)
    }

    /// The value of the first header of that name, which is in lower case; nil without one.
    package func value(of name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
}

/// Where a text stops being JSON, and why.
struct JSONSyntaxError: Error, Hashable {
    /// What is wrong there, such as "expected ':' after a key".
    let reason: String
    /// Both count from 1; the column counts bytes.
    let line: Int
    let column: Int
}

import Foundation
import MayflyModel

/// Any JSON value, kept as the kind it was written as: a number is never a truth value.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// A number with more digits than the other two keep.
    case decimal(Decimal)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads text within the limits of `CardLimits`; throws `invalidView` for anything else.
    static func parse(_ json: String) throws(MayflyError) -> JSONValue {
        try JSONScan.check(json)
        do {
            return JSONValue(try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed))
        } catch {
            throw MayflyError(.invalidView, "the view is not JSON", cause: error)
        }
    }

    /// Takes over what the parser made; its depth is bounded by `CardLimits.depth`.
    private init(_ parsed: Any) {
        switch parsed {
        case let value as String: self = .string(value)
        case let value as [String: Any]: self = .object(value.mapValues { JSONValue($0) })
        case let value as [Any]: self = .array(value.map { JSONValue($0) })
        case let value as NSNumber: self.init(number: value)
        default: self = .null
        }
    }

    private init(number: NSNumber) {
        // The parser makes no numbers of type `char`, so that this type can only be a truth value.
        if String(cString: number.objCType) == "c" {
            self = .bool(number.boolValue)
        } else if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue)
        } else if let integer = Int64(exactly: number) {
            self = .integer(integer)
        } else if let integer = UInt64(exactly: number) {
            self = .decimal(Decimal(integer))
        } else {
            self = .double(number.doubleValue)
        }
    }

    /// A number of any of the three kinds, rounded where it must be.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
        default: nil
        }
    }

    /// The kind of value, as messages name it.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .double, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

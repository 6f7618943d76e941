/// What a test needs in order to go on is not there.
public struct Missing: Error, CustomStringConvertible {
    public let description: String
    public init(_ what: String) { description = what }
}

/// The error that `body` ends with; nil: none.
public func failure<Value, Failure: Error>(_ body: () throws(Failure) -> Value) -> Failure? {
    do throws(Failure) {
        _ = try body()
        return nil
    } catch { return error }
}

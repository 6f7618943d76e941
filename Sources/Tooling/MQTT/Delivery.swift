/// A gesture on its way to the broker.
struct Delivery: Equatable {
    /// The topic's last part: whose event it is.
    var component: String
    /// What the broker is sent.
    var payload: [UInt8]
    /// The number that the MQTT library has given it; nil: not handed over yet.
    var number: Int32?
}

import TestSupport

@testable import TaplineViews

/// What a daemon counts, for people and for machines.
struct StatusTests {
    private let lines = [
        #"info{name="lamp",board="HyperPixel \"4\"",controller="GT911 at 0x5d, GPIO27"} 1"#, "uptime_seconds 3725",
        "controller_ready 1", "touches 2", "reports_total 1234", #"gestures_total{name="swipe"} 3"#,
        #"gestures_total{name="a b"} 0"#, #"faults_total{kind="bus"} 2"#, #"faults_total{kind="absent"} 0"#,
        "recoveries_total 1", #"ghosts_total{kind="short"} 4"#, #"ghosts_total{kind="palm"} 0"#,
        #"drops_total{kind="lines"} 0"#, #"latency_microseconds_bucket{le="250"} 0"#,
        #"latency_microseconds_bucket{le="500"} 60"#, #"latency_microseconds_bucket{le="2000"} 98"#,
        #"latency_microseconds_bucket{le="+Inf"} 100"#, "latency_microseconds_sum 60000",
        "latency_microseconds_count 100",
        "something_new 5",
    ]

    @Test func rowsSayWhatPeopleAsk() {
        let rows = StatusReading(lines).rows
        func value(_ name: String) -> String? { rows.first { $0.name == name }?.value }
        #expect(value("panel") == "lamp")
        #expect(value("board") == #"HyperPixel "4""#)
        #expect(value("controller") == "GT911 at 0x5d, GPIO27")
        #expect(value("answers") == "yes")
        #expect(value("runs for") == "1 h 2 min")
        #expect(value("gestures") == "swipe 3, a b 0")
        #expect(value("faults") == "bus 2")
        #expect(value("ghosts") == "short 4")
        #expect(value("left out") == "none")
        #expect(value("latency") == "half within 0.5 ms, 99 % within more than 2 ms, mean 0.6 ms")
        #expect(value("something_new") == "5")
    }

    @Test func jsonHasEveryValue() {
        #expect(
            StatusReading(Array(lines.prefix(7))).jsonLine
                == #"{"info":{"name":"lamp","board":"HyperPixel \"4\"","controller":"GT911 at 0x5d, GPIO27"},"#
                + #""uptime_seconds":3725,"controller_ready":1,"touches":2,"reports_total":1234,"#
                + #""gestures_total":{"swipe":3,"a b":0}}"# + "\n")
    }

    @Test func disabledThingsAndStatesAreShown() {
        let reading = StatusReading([
            #"gesture_state{name="lamp",state="began"} 1"#, #"gesture_state{name="spare",state="disabled"} 1"#,
            #"zone_enabled{name="left"} 0"#, #"zone_enabled{name="right"} 1"#, #"first_responder{name="right"} 1"#,
        ])
        func value(_ name: String) -> String? { reading.rows.first { $0.name == name }?.value }
        #expect(value("states") == "lamp began, spare disabled")
        #expect(value("disabled") == "spare, zone left")
        #expect(value("first responder") == "right")
        #expect(
            reading.jsonLine == #"{"gesture_state":{"lamp":"began","spare":"disabled"},"#
                + #""zone_enabled":{"left":0,"right":1},"first_responder":{"right":1}}"# + "\n")
    }

    @Test func whatGivesCommandsIsOneRow() {
        let reading = StatusReading([
            #"commands_total{kind="handled"} 7"#, #"commands_total{kind="unhandled"} 1"#,
            #"remotes{kind="devices"} 0"#, #"remotes{kind="buttons"} 1"#, #"remotes{kind="encoders"} 2"#,
        ])
        let rows = reading.rows.filter { $0.name.hasPrefix("commands") || $0.name.hasPrefix("remotes") }
        #expect(rows.map { $0.name } == ["commands", "commands from"])
        #expect(rows.map { $0.value } == ["handled 7, unhandled 1", "devices 0, buttons 1, encoders 2"])
    }

    @Test func motionSensorIsOneRow() {
        func sensor(_ state: String) -> StatusReading {
            StatusReading([
                "sensor_state{chip=\"lis3dh\",state=\"\(state)\"} 1", "sensor_rate_hertz 100",
                "sensor_readings_total 42",
                #"sensor_faults_total{kind="bus"} 2"#, #"sensor_faults_total{kind="absent"} 0"#,
            ])
        }
        func row(_ state: String) -> String? { sensor(state).rows.first { $0.name == "sensor" }?.value }
        #expect(row("ok") == "lis3dh ok, 100 Hz, 42 readings, faults bus 2")
        #expect(row("off") == "lis3dh off: nobody wants it, 100 Hz, 42 readings, faults bus 2")
        #expect(sensor("lost").rows.count == 3, "\(sensor("lost").rows)")
        #expect(
            sensor("lost").jsonLine == #"{"sensor_state":{"lis3dh":"lost"},"sensor_rate_hertz":100,"#
                + #""sensor_readings_total":42,"sensor_faults_total":{"bus":2,"absent":0}}"# + "\n")
    }

    @Test(arguments: ["", "name", "name x", "{a=\"b\"} ", "n{a=\"b} 1", "n{a} 1", "n{=} 1", " 1"])
    func linesThatAreNoSamplesArePassedOver(_ line: String) {
        #expect(StatusReading([line]).samples.isEmpty)
    }

    /// The bug: a name that came with labels and then without trapped.
    @Test func namesWithChangingLabelsAreOneMemberOfTheFirst() {
        let reading = StatusReading([
            #"latency{name="lamp",board="x"} 1"#, "latency 2", #"latency{name="fan"} 3"#,
            #"latency{name="lamp",board="y"} 4"#,
            "reports 5", #"reports{kind="bus"} 6"#,
        ])
        #expect(reading.jsonLine == #"{"latency":{"lamp":"x"},"reports":5}"# + "\n")
    }

    /// The bug: what Swift reads as a number and JSON does not stood in the object.
    @Test(arguments: ["nan", "inf", "+1", "0x1p3", "1.", ".5", "01"])
    func valuesThatAreNoNumbersOfJSONArePassedOver(_ value: String) {
        #expect(StatusReading(["reports \(value)"]).samples.isEmpty)
    }

    @Test func nothingMeasuredIsSaidSo() {
        let rows = StatusReading(["latency_microseconds_count 0", "latency_microseconds_sum 0"]).rows
        #expect(rows.contains { $0.name == "latency" && $0.value == "nothing measured yet" })
    }
}

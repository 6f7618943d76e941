import TaplineCore

extension DeviceSink: SensorSink {
    /// What the sensor is doing, in a line.
    var sensorStatus: String {
        switch sensorIsThere {
        case nil: "the sensor \(sensorPlace) sleeps: nobody wants it"
        case false?: "looking for the sensor \(sensorPlace)"
        case true?: sensorPlace
        }
    }

    /// (The loop gives it to the gestures, under the name that the configuration has for it. Data have none.)
    mutating func emit(_ event: MotionEvent) {
        guard case .data(let data) = event.kind else { return motion.emit(event) }
        control?.emit(data)
        observer?.motion(data.reading)
    }

    // (Each kind of fault is counted; what matters to people is whether the sensor answers.)
    mutating func sensorFault(_ fault: ControllerFault, at now: Instant) {}

    mutating func sensor(isThere: Bool, at now: Instant) {
        sensorIsThere = isThere
        log.write(
            isThere
                ? "the sensor \(sensorPlace) answers"
                : "the sensor \(sensorPlace) does not answer; fingers go on, and it is looked for again")
        write(SensorEvent(time: now, isThere: isThere))
    }
}

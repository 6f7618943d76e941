import TaplineConfiguration
import TaplineCore

/// The words of Tapline's own formats. Who is called like one of them is not known by it: it stands in everybody's files,
/// and only hiding it would show.
enum PrivacyVocabulary {
    /// Whether a name is one of those words, a chip, a key of Linux (`KEY_MENU`), a line of a header, or a number with its
    /// unit.
    static func contains(_ name: String) -> Bool {
        if words.contains(name) || name.hasPrefix("KEY_") || ControllerChip.allNames.contains(name) { return true }
        if name.hasPrefix("GPIO") || name.hasPrefix("PIN") { return name.last?.isNumber ?? false }
        let unit = name.drop { $0.isNumber || $0 == "." }
        return unit.count < name.count && (unit.isEmpty || units.contains(String(unit)))
    }

    private static let units: Set<String> = ["us", "ms", "s", "m", "h", "px", "pt", "mm", "deg", "rad"]

    private static let words = Set((text + " " + listed).split { $0.isWhitespace || $0 == "." }.map { String($0) })

    /// The keys and words of events; the keys that name lines; the kinds of gestures, their parameters and the values of these that are
    /// words.
    private static var listed: String {
        var words = StandardRecognizer.kindNames() + LineOutputDescription.lineKeys
        words += EventWords.keys + EventWords.states + EventWords.actions + EventWords.phases + EventWords.controls
        for parameter in StandardRecognizer.kindNames().flatMap({ StandardRecognizer.parameters(of: $0) }) {
            words.append(parameter.name)
            if case .word(let values) = parameter.values { words += values }
            if case .words(let values) = parameter.values { words += values }
        }
        return words.joined(separator: " ")
    }

    /// Keys, states and other values that stand for themselves: FORMATS.md, GESTURES.md.
    private static let text = """
        tapline board config trace bus events panel stroke expect detect jsonl json yaml text line name source controller
        addresses address identity overlay interrupt_pin reset_pin taken_lines transfer_mode transfer_delay size active_area
        transform mirror_x mirror_y swap_xy rotate calibration keys poll active idle touchTimeout mask ghosts minimum_life periodic bursts palm flicker smoothing max_fingers exclusive_bus
        kernel_driver controller_configuration write bytes grab low high stop repeated_start unknown none true false null
        yes no on off simulated i2c i2c1 touchscreen dev input event by-path by-id serial run etc

        zones zone rect circle parent enabled hidden control button switch slider horizontal vertical axis multipleTouch
        exclusiveTouch gestures gesture kind relations requireToFail simultaneousWith cannotPrevent cannotBePreventedBy
        outputs options requires accelerometer wakeOn grace while untouched after swallow backlight first level fade awake sleep firstResponder responder enable disable become resign pulse hold toggle step interval state active_low drive bias
        push_pull open_drain open_source as_is disabled pull_up pull_down format commands run socket uinput unclaimed key baud
        touches touch streams answers note refused cancelsTouches delaysBegan delaysEnded templates template

        motion shake orientation is like standard seismic reactNative flutter glPaint threshold window count rest quiet
        portrait portraitUpsideDown landscapeLeft landscapeRight faceUp faceDown sensors sensor there lost rate range gyroscope
        gyroscope_range mount_matrix offset remote command play pause togglePlayPause nextTrack previousTrack
        beginSeekingBackward endSeekingBackward beginSeekingForward endSeekingForward skip changePosition rating
        changeVolume toggleMute seekForward seekBackward while playing paused stopped now player title artist album duration
        elapsed now_playing remotes device any headset gap encoder detents acceleration quick debounce

        checkmark scale direction edge delta raw arc rules apart all upDown leftRight inward outward clockwise

        lifted
        seq clock monotonic action phase values value velocity rotationVelocity scaleVelocity score why fault dropped
        level int err nack timeout arbitration unsupported eio chip firmware contacts fingers rate_hz pressure
        width height width_mm height_mm raw_width raw_height levels lines explain follow reload status states help sleep wake
        tooLong extraTouch tooFewTouches noNextTap nextTap tooFar liftedEarly offAxis wrongDirection notAtEdge uneven tooShort
        tooSlow lowScore noCorner noRoom preventedBy requiredToFail byItself touchCancelled fingersUp

        info uptime_seconds controller_ready reports_total gestures_total gesture_state zone_enabled first_responder
        possible faults_total recoveries_total storms_total
        ghosts_total short burst masked lost_edges_total drops_total readers latency_microseconds reports moves codes bad_report not_ready
        absent overrun configuration bus_lost sensor_state sensor_rate_hertz sensor_readings_total sensor_faults_total ok off
        reset gravity user attitude commands_total handled unhandled unasked devices buttons encoders
        fixed follow

        kernel system model Linux Debian Raspberry Raspbian record report plot replay recording sha256 root
        """
}

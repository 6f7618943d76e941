import TaplineConfiguration
import TaplineCore

/// What editors say of keys. Of a gesture's parameters their readers say it; here is the rest, by the key's path in a file.
struct SchemaHelp {
    /// A sentence, and the default as a file would give it.
    typealias Entry = (text: String, standard: String?)

    private var entries: [String: Entry] = [:]

    /// What is said of such files.
    init(of file: TaplineFileKind) {
        for (path, entry) in Self.rows {
            let parts = path.split(separator: " ")
            if parts.count == 1 || parts[0] == file.rawValue { entries[String(parts[parts.count - 1])] = entry }
        }
        for kind in StandardRecognizer.kindNames() {
            for parameter in StandardRecognizer.parameters(of: kind) {
                let text = parameter.help.prefix(1).uppercased() + parameter.help.dropFirst()
                var entry: Entry = (text, parameter.standard)
                if case .form = parameter.values { entry = ("\(text). By default \(parameter.standard)", nil) }
                entries["\(kind) gestures.\(parameter.name)"] = entry
            }
        }
    }

    /// What is said of the key at `path`, among the parameters of `kind` first.
    func entry(_ path: String, kind: String?) -> Entry? {
        kind.flatMap { entries["\($0) \(path)"] } ?? entries[path]
    }

    /// The rows of the table; a path with a file's kind in front is of these files only.
    static var rows: [(path: String, entry: Entry)] {
        table.split(separator: "\n").map { line in
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map { trimmed($0) }
            return (parts[0], (parts[2], parts[1].isEmpty ? nil : parts[1]))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Path, default, sentence.
    private static let table = """
        tapline | | What the file is, and its version
        board/1 name | | What people call the board
        stroke/1 name | | What events call the stroke, or the strokes that have no name
        source | | Where the facts of the board come from: a text or a list of texts
        controller | | The chip; evdev: an input device that a driver of the kernel makes; none: there is no panel
        bus | | The I2C bus: its number, /dev/i2c-1, its name, simulated, or a list of two to four of which the first is taken that the computer has. Of evdev the input device
        addresses | | Where to look for the chip: one to four 7-bit addresses
        grab | false | Whether no other program gets the events of the input device
        overlay | | What follows dtoverlay= in config.txt and brings the bus; none: no overlay does
        interrupt_pin | | The line by which the chip says that there is something to read; none: it is polled
        interrupt_pin.line | | The line's name
        interrupt_pin.active | low | The level that means something
        reset_pin | | The line that resets the chip; none: no line does
        reset_pin.line | | The line's name
        reset_pin.active | low | The level that resets
        taken_lines | | Lines of the header that the display and others take, by name or as a range, GPIO0..GPIO9: no outputs; or none
        transfer_mode | | What stands between write and read; without it what the chip wants
        transfer_delay | 0ms | With transfer_mode: stop, how long the chip needs between write and read
        size | | Raw pixels across and down, as the chip reports them; unknown: the board serves panels of several sizes
        active_area | | Width and height of the panel along the raw axes
        transform | | From raw to oriented pixels, in this order: mirror, swap, rotate, calibrate
        transform.mirror_x | false | Whether the raw x axis is mirrored
        transform.mirror_y | false | Whether the raw y axis is mirrored
        transform.swap_xy | false | Whether the axes are swapped
        transform.rotate | 0 | Degrees clockwise
        transform.calibration | [1, 0, 0, 0, 1, 0] | a, b, c, d, e, f of x' = a x + b y + c, y' = d x + e y + f
        keys | | Of touch keys: how many across and down; without it they lie in one row
        sensing | | Of touch keys: how they are measured; without it as the driver does
        sensing.touch | | The change that is a touch, in the chip's counts
        sensing.release | | Of an MPR121: the change that is none any more; without it half of touch
        sensing.debounce | 0 | Of an MPR121: how many measurements more a change takes to be believed
        sensing.samples | | How many samples make a measurement
        sensing.period | | From one measurement to the next
        resistance | | Of a resistive panel: what its plates are
        resistance.plate | 400ohm | The resistance of the x plate, from edge to edge
        resistance.touch | 4095ohm | The highest resistance between the plates at which they touch: a lighter touch is none
        poll | | How often the chip is read
        poll.active | 10ms | The period while fingers are down
        poll.idle | 50ms | The period while none is
        touchTimeout | none | A finger that no report confirms for so long is cancelled
        mask | none | Areas in which no finger lands: left, top, right, bottom in raw pixels, edges included; up to four
        ghosts | | For a panel that reports fingers which are not there
        ghosts.minimum_life | none | A contact that lives less is none; touches, and taps, are told so late
        ghosts.periodic | keep | Whether contacts that come back to one place like clockwork are dropped
        ghosts.bursts | keep | hold: while many short contacts come from all over the panel, one must live 60 ms
        ghosts.palm | none | From this size on, in the controller's own unit, a contact is a palm: it is no touch, and cancels the one it was
        ghosts.flicker | none | A finger that is gone for less, and back at its place, has not lifted; lifts are told so late
        ghosts.smoothing | none | Of a panel that trembles: the limit of a low pass for a finger that rests, in Hz
        max_fingers | | The most fingers; without it what the chip can do
        exclusive_bus | false | Whether nothing else uses the bus: its timeout is shortened while the panel runs
        kernel_driver | none | The kernel's driver that owns the chip unless it is freed
        controller_configuration | | The settings that a Goodix chip must have. Wrong bytes can disable touch for good
        controller_configuration.write | false | Whether the bytes are written to a chip that has others; else they are compared
        controller_configuration.bytes | | All of them, as the panel's maker gives them, checksum and 1 included
        sensors | | Motion sensors, one for now; none
        sensors.chip | | The sensor's chip
        sensors.controller | | iio: a driver of the kernel's has the sensor
        sensors.device | | What the kernel calls it; without it the only accelerometer there is
        sensors.bus | | The sensor's bus; without it the board's
        sensors.addresses | | Where the chip may answer; without them where such a chip can be
        sensors.interrupt_pin | none | The line by which it says that data is ready; none: it is asked at the rate
        sensors.interrupt_pin.line | | The line's name
        sensors.interrupt_pin.active | low | The level that means something
        sensors.rate | 100Hz | Readings a second; the chip takes the next higher rate that it has
        sensors.range | 4g | The largest acceleration wanted
        sensors.gyroscope | true | Whether rotation is measured, where the chip can
        sensors.gyroscope_range | 2000deg/s | The fastest rotation wanted
        sensors.mount_matrix | [1, 0, 0, 0, 1, 0, 0, 0, 1] | Row by row: the device's x, y, z of the chip's, a rotation
        sensors.offset | [0g, 0g, 0g] | What each axis of the chip shows too much
        sensors.scale | [1, 1, 1] | What each axis is multiplied by then
        board | | A board of the collection, by name, or the path of a board file
        zones | | Parts of the panel; later ones lie in front
        zones.name | | The zone's name, unique
        zones.rect | | Left, top, width, height
        zones.circle | | Center x and y, radius
        zones.ring | | Center x and y, inner and outer radius
        zones.polygon | | Corners [x, y] on the panel, in their order around it
        zones.parent | | A zone above it in the file; what lies outside is not hit
        zones.enabled | true | false: neither the zone nor those in it are hit
        zones.hidden | false | true: neither the zone nor those in it are hit
        zones.multipleTouch | false | Whether the zone's own touch stream has more than one finger
        zones.exclusiveTouch | false | Whether the zone and others exclude each other's fingers
        zones.responder | false | Whether the zone may be the first responder
        zones.axis | | With control: slider, its axis
        zones.control | | What the zone is beyond a surface
        zones.control.slider | | A slider: its axis, or its figures
        zones.control.slider.axis | | Which way it goes
        zones.control.slider.minimum | 0 | The value at the left or at the bottom
        zones.control.slider.maximum | 1 | The value at the right or at the top
        zones.control.slider.step | | The distance of two values; without it every value in between
        zones.control.slider.value | | The value at the start
        zones.control.stepper | | A stepper: its left half goes down, its right half up
        zones.control.stepper.minimum | 0 | The lowest value
        zones.control.stepper.maximum | 100 | The highest value
        zones.control.stepper.step | 1 | How far one step goes
        zones.control.stepper.value | | The value at the start
        zones.control.stepper.wraps | false | Whether the lowest value follows the highest
        zones.control.stepper.repeats | true | Whether it steps on while it is held
        zones.control.segmented | | How many segments from left to right
        zones.control.segmented.segments | | How many segments
        zones.control.segmented.value | | The segment that is selected at the start, from 0
        zones.control.pageControl | | How many pages
        zones.control.pageControl.pages | | How many pages
        zones.control.pageControl.value | 0 | The page at the start, from 0
        gestures | | What fingers do
        gestures.name | | The gesture's name, unique
        gestures.kind | | What is recognized: GESTURES.md
        gestures.zone | | The zone in which its fingers land; without it the panel
        gestures.enabled | true | false: it gets no touches until it is enabled
        gestures.cancelsTouches | true | Whether it takes its touches away from its zone when it is recognized
        gestures.delaysBegan | | Whether its zone gets touches only when it has failed; false unless a touchscreen is an output
        gestures.delaysEnded | true | Whether its zone hears of lifts only when it has failed
        gestures.discrete.delta | | The change of the span that makes an event
        gestures.discrete.exceeds | none | In place of delta: more than this
        gestures.templates | | What the stroke is compared with: checkmark and paths of stroke/1 files
        gestures.slop | | What each part needs before the transform begins
        gestures.rule | | In place of templates: the stroke is told by a corner
        gestures.rule.corner | | The figures of the corner
        relations | | Who waits for whom, and who goes on beside whom
        relations.gesture | | A gesture or several
        relations.kind | | All gestures of a kind
        relations.requireToFail | | It waits until these have failed: names, or {kind: KIND}
        relations.simultaneousWith | | It and these may go on together: names, or {kind: KIND}
        relations.cannotPrevent | | It does not end these: names, or {kind: KIND}
        relations.cannotBePreventedBy | | These do not end it: names, or {kind: KIND}
        relations.requireToFail.kind | | All gestures of a kind
        relations.simultaneousWith.kind | | All gestures of a kind
        relations.cannotPrevent.kind | | All gestures of a kind
        relations.cannotBePreventedBy.kind | | All gestures of a kind
        options | | What is of the whole panel
        options.wakeOn | | What wakes a resting panel beside a finger: motion or its acceleration, remote, names of events
        options.grace | 300ms | How long after it has woken a panel swallows fingers that land
        options.youth | 300ms | What youth is for gestures that do not give it
        options.firstResponder | | A zone with responder: true that is the first responder at the start
        options.requires | | What the board's motion sensor has to have, or nothing starts
        options.orientation | fixed | Whether zones and directions turn with the way the device is held
        motion | | Events of a motion sensor
        motion.name | | The event's name, unique among gestures, too
        motion.kind | | What the device does
        motion.like | standard | The detector whose figures it begins with
        motion.threshold | | The acceleration without gravity that counts (0.2g to 16g, or m/s2)
        motion.window | | The time in which so many must come
        motion.count | | How many times the threshold is passed
        motion.rest | | The shortest time from one shake's end to the next one's beginning
        motion.quiet | | How long it must be below the threshold for the shake to be over
        motion.maxDuration | | The longest shake
        motion.is | | The ways to hold the device that count
        remote | | Commands to whatever plays, which are events like gestures
        remote.name | | The event's name, unique among gestures, too
        remote.command | | The command
        remotes | | Where commands come from, beside programs and gestures
        remotes.device | | any: every input device that has media keys; a device file, a name or a part of it
        remotes.headset | false | Whether its PLAYPAUSE is a headset's button
        remotes.grab | false | Whether no other program gets its keys
        remotes.button | | The line of a button: clicks, and clicks with a hold; or one command
        remotes.encoder | | The two lines of a knob; clockwise the first one leads
        remotes.debounce | 10ms | How long a level stands before it counts
        remotes.gap | 300ms | The longest time between two clicks that belong together
        remotes.hold | 500ms | How long a click is held for a seek
        remotes.active_low | true | Whether the contact is closed at 0 V
        remotes.bias | pull_up | The resistor at the line
        remotes.command | | Of an encoder: what a step clockwise commands, changeVolume unless said. Of a button: the one command that it gives
        remotes.step | 1 | The value of an encoder's step, or of a button's changeVolume
        remotes.repeat | | How often a button commands again while it is pressed
        remotes.detents | 1 | How often it rests in a period of its lines
        remotes.acceleration | 1 | The largest factor of a quick step
        remotes.quick | 60ms | A step within so long of the one before is quick
        outputs | | What gestures do
        outputs.on | | The gesture or control, several of them, or touches: the fingers themselves
        outputs.run | | The program and its arguments that the service tapline-commands@NAME runs; {field} is a field of the event
        outputs.zone | | With on: touches, the zone whose own stream of touches it is
        outputs.while | | In place of on: playing, while a player plays; untouched, while nobody touches the panel
        outputs.after | | Untouched for so long
        outputs.swallow | true | Whether the touch that wakes the panel does nothing else
        outputs.backlight | | The backlight that is dimmed: first, or a name in /sys/class/backlight
        outputs.level | | How bright it is then, of what it is while the panel is awake
        outputs.fade | 0s | How long it takes to get there
        outputs.awake | | How bright it is while the panel is awake, of its most
        outputs.poll | | How often a chip without an interrupt line is asked then
        outputs.sleep | false | Whether the controller sleeps then
        outputs.line | | The GPIO line, as gpioinfo prints its name
        outputs.pulse | | Active for so long from each event on; of a code how long a number stands
        outputs.hold | | true: active while the gesture, the control or the finger lasts
        outputs.toggle | | true: each event flips it
        outputs.state | | The moment that counts: of tentative taps, of a stepper or of pages
        outputs.responder | | The zone that has to answer its controls
        outputs.active_low | false | Whether active is 0 V
        outputs.idle | low | The level at rest; high says the same as active_low: true
        outputs.drive | push_pull | How the line is driven
        outputs.bias | as_is | The resistor at the line
        outputs.code | | Lines that show a number, the lowest bit first; with uinput: key the key's name
        outputs.strobe | | The line that is set after a number and idle before it changes
        outputs.quadrature | | Two lines that turn like an encoder's
        outputs.step | | How far the fingers turn for a step
        outputs.interval | 1ms | The least time between two steps
        outputs.serial | | The absolute path of a port
        outputs.socket | | The absolute path of a unix socket that is created
        outputs.format | | line: sentences, $TL; jsonl: events/1; text: for people. Of a port line by default, of a socket jsonl
        outputs.baud | 115200 | Bits a second
        outputs.commands | | Whether the port takes commands; by default with format: text
        outputs.uinput | | touchscreen, or a key as the kernel's input-event-codes.h names it; key: the one that code names
        outputs.unclaimed | true | false: every touch as it happens, also those that gestures claim
        outputs.disable | | Gestures and zones that it disables: lamp, zone kitchen
        outputs.enable | | Gestures and zones that it enables: lamp, zone kitchen
        outputs.become | | The zone that becomes the first responder
        outputs.resign | | true: nobody is the first responder any more
        outputs.remote | | The command that it gives, which an entry of remote names
        outputs.value | | The command's value: seconds, steps, a rating
        points | | The path from where the finger lands to where it lifts: [x, y], x to the right, y downwards, in any unit
        strokes | | Several strokes
        strokes.name | | What events call the stroke; without it the file's name
        strokes.points | | The path from where the finger lands to where it lifts
        """
}

/// The outputs of a configuration.
enum SchemaOutputs {
    /// Files of them: ``SchemaExamples``.
    static var examples: [String] { [lines, rests, groups, devices, actions] }

    /// Path, default, sentence: ``SchemaHelp``.
    static let help = """
        outputs | | What gestures do
        outputs.on | | The gesture or control, several of them, or touches: the fingers themselves
        outputs.run | | The program and its arguments that the service tapline-commands@NAME runs; {field} is a field of the event
        outputs.zone | | With on: touches, the zone whose own stream of touches it is
        outputs.inside | | With on: touches, the zone that fingers are in at the moment, wherever they landed
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
        outputs.off | | The gesture or control that makes the line idle, which on makes active; several of them. With pulse, too, for so long at most
        outputs.state | | The moment that counts: of tentative taps, of a stepper or of pages, or the end of a gesture that goes on
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
        """

    private static let lines = """
        zones:
          - {name: z, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: ok, rect: [0%, 0%, 50%, 100%], control: button}
        gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: pan}]
        remote: [{name: next, command: nextTrack}]
        outputs:
          - {on: a, line: GPIO1, pulse: 100ms, state: tentative, active_low: true, idle: high, drive: open_drain,
             bias: pull_up}
          - {on: [b], line: GPIO2, hold: true}
          - {on: ok, line: GPIO3, toggle: true, responder: z}
          - {on: a, off: [b, ok], line: GPIO16}
          - {on: a, off: b, line: GPIO18, pulse: 30min}
          - {on: touches, zone: z, line: GPIO4, hold: true}
          - {on: touches, inside: z, line: GPIO17, hold: true}
          - {while: playing, line: GPIO5}
          - {while: playing, line: GPIO6, active_low: true, idle: high, drive: open_drain, bias: pull_up}
          - {while: untouched, after: 30s, swallow: true, line: GPIO7, active_low: true, idle: high, drive: open_drain,
             bias: pull_up}
          - {while: untouched, after: 30s}
          - {while: untouched, after: 60s, line: GPIO8}
        """

    private static let rests = """
        remote: [{name: next, command: nextTrack}]
        options: {wakeOn: [motion, remote, next], requires: accelerometer}
        outputs:
          - {while: untouched, after: 30s, swallow: false, backlight: first, level: 20%, fade: 500ms, awake: 80%}
          - {while: untouched, after: 60s, backlight: a, level: 0%}
          - {while: untouched, after: 60s, poll: 200ms, sleep: true}
          - {while: untouched, after: 60s, uinput: KEY_A, swallow: true}
          - {while: untouched, after: 90s, uinput: KEY_B}
        """

    private static let groups = """
        zones: [{name: mode, rect: [0%, 0%, 50%, 100%], control: {segmented: 3}}]
        gestures: [{name: a, kind: tap}, {name: turn, kind: rotation}]
        outputs:
          - {on: a, code: [GPIO1, GPIO2], strobe: GPIO3, pulse: 20ms, active_low: true, idle: high, drive: open_drain,
             bias: pull_up}
          - {on: mode, code: [GPIO4, GPIO5]}
          - {on: turn, quadrature: [GPIO6, GPIO7], step: 6deg}
          - {on: turn, quadrature: [GPIO8, GPIO9], step: 6deg, interval: 1ms, active_low: true, idle: high, drive: open_drain,
             bias: pull_up}
        """

    private static let devices = """
        zones:
          - {name: z, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: ok, rect: [0%, 0%, 50%, 100%], control: button}
        gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: pan}]
        outputs:
          - {serial: /dev/ttyGS0}
          - {serial: /dev/ttyGS1, format: text, baud: 9600, commands: true, on: touches, zone: z}
          - {serial: /dev/ttyGS2, on: [a]}
          - {socket: /run/tapline/a}
          - {socket: /run/tapline/b, format: text, on: touches, zone: z}
          - {socket: /run/tapline/c, on: [a]}
          - {uinput: touchscreen, unclaimed: true, on: touches, zone: z}
          - {on: a, uinput: KEY_A, state: tentative}
          - {on: ok, uinput: KEY_B, responder: z}
          - {on: touches, zone: z, uinput: KEY_C}
          - {on: a, uinput: KEY_D, pulse: 100ms, state: tentative}
          - {on: [b], uinput: KEY_E, hold: true}
          - {on: ok, uinput: KEY_F, toggle: true, responder: z}
          - {on: touches, zone: z, uinput: KEY_G, hold: true}
          - {while: playing, uinput: KEY_H}
          - {on: a, run: [mpc, "{gesture}"]}
          - {on: [a, ok], run: mpc, state: ended}
        """

    private static let actions = """
        zones:
          - {name: z, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: ok, rect: [0%, 0%, 50%, 100%], control: button}
        gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: pan}, {name: c, kind: tap, taps: 2}]
        remote: [{name: next, command: nextTrack}, {name: by, command: skip}, {name: on, command: seekForward},
          {name: to, command: changePosition}, {name: like, command: rating}, {name: loud, command: changeVolume}]
        outputs:
          - {on: a, disable: [b, zone ok], state: confirmed}
          - {on: [c], enable: [b, zone ok]}
          - {on: c, become: z}
          - {on: c, resign: true}
          - {on: c, remote: nextTrack}
          - {on: b, remote: seekForward}
          - {on: c, remote: skip, value: 10}
          - {on: a, remote: skip, value: 10, state: confirmed, disable: b, enable: c, become: z, resign: true}
          - {on: c, remote: changePosition, value: 1}
          - {on: c, remote: rating, value: 1}
          - {on: c, remote: changeVolume, value: 1}
          - {on: c, uinput: key, code: KEY_J}
        """
}

/// Remote controls of a configuration, and what they command.
enum SchemaRemotes {
    /// Path, default, sentence: ``SchemaHelp``.
    static let help = """
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
        """

    /// A file of them: ``SchemaExamples``.
    static let example = """
        zones:
          - {name: z, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: ok, rect: [0%, 0%, 50%, 100%], control: button}
        gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: pan}]
        remote: [{name: next, command: nextTrack}]
        remotes:
          - {device: any}
          - {device: Headset, headset: true, grab: true, gap: 300ms, hold: 500ms}
          - {button: GPIO17}
          - {button: GPIO18, debounce: 10ms, gap: 300ms, hold: 500ms, active_low: true, bias: pull_up}
          - {button: GPIO12, command: play}
          - {button: GPIO19, command: changeVolume, step: 1, repeat: 200ms, debounce: 10ms, active_low: true, bias: pull_up}
          - {encoder: [GPIO5, GPIO6]}
          - {encoder: [GPIO7, GPIO8], command: changeVolume, step: 1, detents: 1, acceleration: 1, quick: 60ms,
             active_low: true, bias: pull_up}
          - {encoder: [GPIO9, GPIO10], command: skip, step: 1}
        outputs:
          - {on: a, uinput: key, code: KEY_A, state: tentative}
          - {on: ok, uinput: key, code: KEY_B, responder: z}
          - {on: touches, zone: z, uinput: key, code: KEY_C}
          - {on: a, uinput: key, code: KEY_H, state: tentative, pulse: 100ms}
          - {on: [b], uinput: key, code: KEY_D, hold: true}
          - {on: ok, uinput: key, code: KEY_E, toggle: true, responder: z}
          - {on: touches, zone: z, uinput: key, code: KEY_F, hold: true}
          - {while: playing, uinput: key, code: KEY_G}
          - {uinput: touchscreen}
        """
}

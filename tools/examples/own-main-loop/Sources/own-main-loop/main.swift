import TaplineCore

// A swipe switches the lamp: what a microcontroller's program does, with a simulated board.

var board = Board()
var lamp = Lamp()
var received = BusBytes()
var panel = try makePanel(board.geometry)

panel.start(at: board.now, into: &lamp)
while board.isOn {
    if let request = lamp.request {
        lamp.request = nil
        let outcome = board.perform(request, &received)
        panel.complete(outcome, at: board.now, received: &received, into: &lamp)
    } else if board.takeInterrupt() {
        panel.interrupt(at: board.now, into: &lamp)
    } else {
        board.waitForInterrupt(until: panel.deadline)
        panel.advance(to: board.now, into: &lamp)
    }
    board.setLamp(lamp.isOn)
}

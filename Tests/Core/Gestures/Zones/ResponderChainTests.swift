import TestSupport

/// A handler that answers what it is told to, and notes who was asked.
private struct Chain: GestureHandler {
    var handling: Responder?
    var deniedTouches: Set<Int> = []
    var handlesTouches = true
    mutating func handle(_ event: GestureEvent, into sink: inout [String]) { sink.append("gesture \(event.state)") }
    mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
        !deniedTouches.contains(gesture)
    }
    mutating func handleTouch(
        _ touch: TouchEvent, responder: Responder, at now: Instant, into sink: inout [String]
    ) -> Bool {
        sink.append("\(touch.phase) \(name(responder)) at \(now.microseconds / 1_000)")
        return responder == handling
    }
    mutating func handleAction(_ action: Int, responder: Responder, into sink: inout [String]) -> Bool {
        sink.append("\(action) \(name(responder))")
        return responder == handling
    }
    private func name(_ responder: Responder) -> String {
        switch responder {
        case .zone(let zone): "zone \(zone)"
        case .application: "application"
        }
    }
}

@Suite struct ResponderChainTests {
    private typealias Engine = GestureEngine<
        StandardRecognizer, TouchStreams, StrokePaths, DelegateDecisions<4>, 4, 4, 0
    >

    /// Zone 2 lies in zone 1; both cover the panel. Zone 3 is beside them.
    private func engine(_ recognizers: StandardRecognizer..., delivery: TouchDelivery = TouchDelivery()) throws
        -> Engine
    {
        var setup = GestureSetup<StandardRecognizer, 4, 4, 0>()
        let all = Zone.Shape.rectangle(from: .zero, to: Point(x: 800, y: 480))
        _ = try setup.add(Zone(shape: all))
        _ = try setup.add(Zone(shape: all, parent: 1))
        _ = try setup.add(Zone(shape: all, isHittable: false))
        for recognizer in recognizers { try setup.deliver(try setup.add(recognizer), delivery) }
        return Engine(setup)
    }

    private func report(
        _ engine: inout Engine, _ table: inout TouchTable<8>, _ chain: inout Chain, _ x: Float?, at ms: Int64
    ) -> [String] {
        var story: [String] = []
        let now = Instant(microseconds: ms * 1_000)
        engine.advance(before: now, &table, &chain, &story)
        var contacts = Contacts()
        if let x { contacts.append(Contact(id: 0, x: x, y: 100)) }
        table.report(contacts, at: now)
        engine.report(&table, &chain, &story)
        return story
    }

    private func makeTable() -> TouchTable<8> {
        TouchTable(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
    }

    @Test func touchGoesUpTheChainUntilSomebodyHandlesIt() throws {
        for (handling, asked, unhandled) in [
            (.zone(2), ["zone 2"], 0), (.zone(1), ["zone 2", "zone 1"], 0),
            (.zone(0), ["zone 2", "zone 1", "zone 0"], 0),
            (.application, ["zone 2", "zone 1", "zone 0", "application"], 0),
            (nil, ["zone 2", "zone 1", "zone 0", "application"], 1),
        ] as [(Responder?, [String], UInt32)] {
            var engine = try engine()
            var table = makeTable()
            var chain = Chain(handling: handling)
            let story1 = report(&engine, &table, &chain, 100, at: 10)
            #expect(story1 == asked.map { "began \($0) at 10" })
            #expect(engine.delivery.unhandledTouches == unhandled)
            let story2 = report(&engine, &table, &chain, nil, at: 20)
            #expect(story2 == asked.map { "ended \($0) at 20" })
            #expect(engine.delivery.unhandledTouches == 2 * unhandled)
        }
    }

    @Test func heldTouchIsToldLater() throws {
        var engine = try engine(swipe(), delivery: TouchDelivery(delaysBegan: true))
        var table = makeTable()
        var chain = Chain(handling: .zone(2))
        let story3 = report(&engine, &table, &chain, 100, at: 0)
        #expect(story3 == [])
        let story4 = report(&engine, &table, &chain, nil, at: 50)
        #expect(story4 == ["began zone 2 at 50", "ended zone 2 at 50"])
    }

    @Test func touchThatAGestureDoesNotReceiveIsNeitherHeldNorCancelled() throws {
        var engine = try engine(tap(), delivery: TouchDelivery(delaysBegan: true))
        var table = makeTable()
        var chain = Chain(handling: .zone(2), deniedTouches: [0])
        let story5 = report(&engine, &table, &chain, 100, at: 0)
        #expect(story5 == ["began zone 2 at 0"])
        let story6 = report(&engine, &table, &chain, nil, at: 50)
        #expect(story6 == ["ended zone 2 at 50"])
    }

    @Test func whoDoesNotHandleTouchesIsNotAsked() throws {
        var engine = try engine()
        var table = makeTable()
        var chain = Chain(handlesTouches: false)
        let story7 = report(&engine, &table, &chain, 100, at: 0)
        #expect(story7 == [])
        let story8 = report(&engine, &table, &chain, nil, at: 10)
        #expect(story8 == [])
        #expect(engine.delivery == DeliveryCounters())
    }

    @Test func actionGoesToTheFirstResponderAndUpItsChain() throws {
        for (first, handling, asked, isHandled) in [
            (2, .zone(2), ["7 zone 2"], true), (2, .zone(0), ["7 zone 2", "7 zone 1", "7 zone 0"], true),
            (3, .application, ["7 zone 3", "7 zone 0", "7 application"], true),
            (nil, .zone(1), ["7 zone 0", "7 application"], false), (nil, .zone(0), ["7 zone 0"], true),
        ] as [(Int?, Responder?, [String], Bool)] {
            var engine = try engine()
            var chain = Chain(handling: handling)
            var story: [String] = []
            engine.makeFirstResponder(first, &chain, &story)
            let handled = engine.send(7, &chain, &story)
            #expect(handled == isHandled)
            #expect(story == asked)
            #expect(engine.delivery.unhandledActions == (isHandled ? 0 : 1))
        }
    }

    @Test func firstResponderIsAZone() throws {
        var engine = try engine()
        #expect(engine.firstResponder == nil)
        var chain = Chain()
        var story: [String] = []
        let answers = [3, 4, -1].map { zone in engine.makeFirstResponder(zone, &chain, &story) }
        #expect(answers == [true, false, false])
        #expect(engine.firstResponder == 3)
        engine.makeFirstResponder(nil, &chain, &story)
        #expect(engine.firstResponder == nil)
    }
}

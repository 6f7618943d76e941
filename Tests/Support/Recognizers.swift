public import TaplineCore

// Short ways to write recognizers: `tap { $0.taps = 2 }`. What begins by movement begins by the slop alone, the classic rule.

/// Parameters of what begins by movement.
public protocol MovementParameters {
    init()
    var youth: Youth { get set }
}

extension MovementParameters {
    /// At any age the slop alone decides.
    public static var classic: Self { changed(Self()) { $0.youth = .none } }
}

extension LongPressRecognizer.Parameters: MovementParameters {}
extension PanRecognizer.Parameters: MovementParameters {}
extension EdgePanRecognizer.Parameters: MovementParameters {}
extension PinchRecognizer.Parameters: MovementParameters {}
extension RotationRecognizer.Parameters: MovementParameters {}
extension TransformRecognizer.Parameters: MovementParameters {}

/// A value with something changed.
public func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
}

public func tap(_ change: (inout TapRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
    .tap(TapRecognizer(changed(.init(), change)))
}
public func tap(taps: Int, touches: Int = 1) -> StandardRecognizer {
    tap {
        $0.taps = taps
        $0.touches = touches
    }
}
public func press(_ change: (inout LongPressRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
    .longPress(LongPressRecognizer(changed(.classic, change)))
}
public func pan(_ change: (inout PanRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
    .pan(PanRecognizer(changed(.classic, change)))
}
public func swipe(_ change: (inout SwipeRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
    .swipe(SwipeRecognizer(changed(.init(), change)))
}
public func pinch(_ change: (inout PinchRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
    .pinch(PinchRecognizer(changed(.classic, change)))
}
public func rotation(_ change: (inout RotationRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
    .rotation(RotationRecognizer(changed(.classic, change)))
}
public func transform(_ change: (inout TransformRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
    .transform(TransformRecognizer(changed(.classic, change)))
}

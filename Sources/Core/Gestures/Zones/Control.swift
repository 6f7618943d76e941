public import TaplineTouches

/// What a zone is to the fingers if it is more than a surface.
///
/// A control takes the gesture that is its own before recognizers of the zones around it do (UIKit): those fail with
/// ``FailureReason/control(zone:)``. Recognizers attached to the control itself, or to zones in it, are free.
public enum Control: Equatable, Sendable {
    /// Takes a single tap of one finger.
    case button
    /// Takes a single tap of one finger, which turns it on or off, and one finger that goes across: to the right it is on, to the left off.
    case `switch`
    /// Takes one finger that goes along its axis.
    case slider(Slider)
    /// Takes a single tap of one finger: its left half steps down, its right half up.
    case stepper(Stepper)
    /// Takes a single tap of one finger, which selects one of so many segments from left to right, 1…255.
    case segmented(UInt8)
    /// Takes a single tap of one finger: its left half goes to the page before, its right half to the next one of so many, 1…255.
    case pageControl(UInt8)

    /// How far a finger has gone across at its lift that drags a switch: 25 pt. (Less is a tap that rolls.)
    public static var switchDragPt: Float { 25 }

    /// A slider from 0 to 1 without steps that goes from left to right.
    public static var horizontalSlider: Control { .slider(Slider(.horizontal)) }
    /// A slider from 0 to 1 without steps that goes from the bottom up.
    public static var verticalSlider: Control { .slider(Slider(.vertical)) }

    /// The values of a slider (UIKit's `UISlider` and its defaults).
    public struct Slider: Equatable, Sendable {
        /// Which way a slider lies.
        public enum Axis: Equatable, Sendable {
            /// From the left, where the least value is, to the right.
            case horizontal
            /// From the bottom, where the least value is, up.
            case vertical
        }

        /// Which way it lies.
        public var axis: Axis
        /// The value at its beginning.
        public var minimum: Float
        /// The value at its end, more than at its beginning.
        public var maximum: Float
        /// From one value that it can have to the next; 0: it has all values in between.
        public var step: Float

        /// A slider with these figures.
        public init(_ axis: Axis, minimum: Float = 0, maximum: Float = 1, step: Float = 0) {
            self.axis = axis
            self.minimum = minimum
            self.maximum = maximum
            self.step = step
        }

        /// The value that is nearest to `value`. What is no number is the least.
        func nearest(_ value: Float) -> Float { Control.nearest(value, minimum, maximum, step) }

        /// How far behind the border of two steps a finger that turns back leaves the one that it has, pt, but no more than a quarter of
        /// a step: more than the noise of a finger that rests.
        static var slack: Float { 4 }
    }

    /// What a stepper counts (UIKit's `UIStepper` and its defaults).
    public struct Stepper: Equatable, Sendable {
        /// The least value.
        public var minimum: Float
        /// The greatest, not less than the least.
        public var maximum: Float
        /// What a step adds, more than 0.
        public var step: Float
        /// Whether the least value comes after the greatest.
        public var wraps: Bool
        /// Whether it steps again and again while its finger stays: ``firstRepeat`` after the landing, then every ``repeatInterval``,
        /// and ``fastInterval`` once the finger has stayed for ``slowTime``.
        public var repeats: Bool

        /// A stepper with these figures.
        public init(
            minimum: Float = 0, maximum: Float = 100, step: Float = 1, wraps: Bool = false, repeats: Bool = true
        ) {
            self.minimum = minimum
            self.maximum = maximum
            self.step = step
            self.wraps = wraps
            self.repeats = repeats
        }

        /// When a finger that stays steps for the first time.
        public static var firstRepeat: Microseconds { .milliseconds(500) }
        /// From one step to the next.
        public static var repeatInterval: Microseconds { .milliseconds(200) }
        /// How long the finger stays until it steps faster.
        public static var slowTime: Microseconds { .milliseconds(2_000) }
        /// From then on.
        public static var fastInterval: Microseconds { .milliseconds(50) }
        /// What stays for so long is no finger any more: no step from then on.
        public static var longestHold: Microseconds { .milliseconds(60_000) }

        /// The value after one step from `value`. One that is within 1/1024 of a step of a whole number of steps is that.
        func stepped(_ value: Float, up: Bool) -> Float {
            let next = up ? value + step : value - step
            let tolerance = step / 1024
            if next > maximum + tolerance { return wraps ? minimum : maximum }
            if next < minimum - tolerance { return wraps ? maximum : minimum }
            let steps = (next - minimum) / step
            guard steps.isFinite, abs(steps) < 1e6 else { return clamped(next) }
            let whole = Float(Int(steps + (steps < 0 ? -0.5 : 0.5)))
            return clamped(abs(steps - whole) < 1 / 1024 ? minimum + whole * step : next)
        }

        private func clamped(_ value: Float) -> Float {
            value > minimum ? min(value, maximum) : minimum
        }
    }

    /// What a gesture has in common with a control.
    public enum Action: Equatable, Sendable {
        /// A single tap of one finger.
        case tap
        /// One finger that moves more across than up or down.
        case horizontalDrag
        /// One finger that moves more up or down than across.
        case verticalDrag

        /// One finger that has travelled `travel`; nil where it has not moved.
        public static func drag(_ travel: Vector) -> Action? {
            travel == .zero ? nil : abs(travel.x) >= abs(travel.y) ? .horizontalDrag : .verticalDrag
        }
    }

    /// Whether the control does this itself.
    public func takes(_ action: Action) -> Bool {
        switch (self, action) {
        case (.button, .tap), (.switch, .tap), (.switch, .horizontalDrag), (.stepper, .tap), (.segmented, .tap),
            (.pageControl, .tap):
            true
        case (.slider(let slider), _): action == (slider.axis == .horizontal ? .horizontalDrag : .verticalDrag)
        default: false
        }
    }

    /// The value that it has where `value` is wanted: of a switch 0 or 1, on from 0.5, the nearest that a slider or a
    /// stepper can have, of segments and pages a whole number from 0, −1 where no segment is selected. What is no number is the
    /// least.
    public func sound(_ value: Float) -> Float {
        switch self {
        case .button: 0
        case .switch: value >= 0.5 ? 1 : 0
        case .slider(let slider): slider.nearest(value)
        case .stepper(let stepper): Control.nearest(value, stepper.minimum, stepper.maximum, stepper.step)
        case .segmented(let count): value > -0.5 ? Control.whole(value, below: count) : -1
        case .pageControl(let count): value > 0 ? Control.whole(value, below: count) : 0
        }
    }

    /// What it begins with: off; what is nearest to 0 for a slider or a stepper; no segment.
    var beginning: Float {
        if case .segmented = self { return -1 }
        return sound(0)
    }

    private static func whole(_ value: Float, below count: UInt8) -> Float {
        let most = Float(max(Int(count), 1) &- 1)
        return value < most ? Float(Int(value + 0.5)) : most
    }

    /// The value from `minimum` to `maximum` that is nearest to `value`, of those whole steps above the least; 0: of all. What is
    /// no number is the least.
    private static func nearest(_ value: Float, _ minimum: Float, _ maximum: Float, _ step: Float) -> Float {
        guard value > minimum else { return minimum }
        guard value < maximum else { return maximum }
        let steps = (value - minimum) / step
        guard step > 0, steps < 1e6 else { return value }
        return min(minimum + Float(Int(steps + 0.5)) * step, maximum)
    }
}

/// The figures by which contacts become touches. A length in mm needs a panel whose active area is known.
public enum TouchRules {
    /// A contact beside another finger that lived less than this, and in one report only, is a ghost: 17 ms, one
    /// frame at 60 Hz.
    public static var ghostLifetime: Microseconds { Microseconds(17_000) }
    /// A step this fast is no finger: 5 m/s. It is dropped once; off where the board has no mm.
    public static var impossibleSpeedMillimetresPerMillisecond: Float { 5 }
    /// The shortest time a step's speed is measured over: two reads of one scan may lie closer.
    public static var shortestStepTime: Microseconds { .milliseconds(1) }
    /// A step shorter than this is possible in any time: what a finger may go in ``shortestStepTime`` is 31.5 pt.
    static var alwaysPossiblePt: Float { 31 }
    /// A confirmed jump farther than this is another finger with the same identity: 20 mm.
    public static var newTouchDistanceMillimetres: Float { 20 }
    /// A finger within this of a cancelled one, under another identity, is the same finger: 20 mm.
    public static var samePlaceDistancePt: Float { 126 }
    /// Identities are taken for swapped only where each finger would have gone this far: 5 mm.
    public static var swapStepPt: Float { 31.5 }
    /// Identities are taken for swapped only between reports this close: 30 ms, three reports of a slow controller.
    public static var swapInterval: Microseconds { .milliseconds(30) }
    /// On a panel that reports ghosts a contact without a name is another one where it lies further from where it was expected than
    /// 100 m/s² explain, 630,000 pt/s². (Chosen, not measured: peaks of strong flicks are 40 to 60.)
    static var accelerationPt: Float { 630_000 }
    /// The same of one that has not proven real yet: 40 m/s². (Ghosts stand still, and follow each other. A finger beyond it proves
    /// real later.)
    static var landingAccelerationPt: Float { 252_000 }
    /// One that has not proven real yet may be two ghosts, and must live twice as long, where of two steps one is shorter than 1 pt…
    static var restingStepPt: Float { 1 }
    /// …and the other longer than 2 mm, 12 pt. (Of 14,447 real taps 960 of 40 to 80 ms roll so by more than
    /// 3.2 pt, 49 by more than 12.)
    static var rollPt: Float { 12 }
    /// One that has just landed, whose speed nobody knows, goes at most 2 m/s, 12,600 pt/s. (Chosen: fingers land slower.)
    static var fastestFingerPt: Float { 12_600 }
    /// There, too, a contact further than this from where a track is expected, 6 mm, is as unlikely as any further one.
    static var farMatchPt: Float { 38 }
    /// What counts for the time between two reports is at most so much.
    static var longestLeapTime: Microseconds { .milliseconds(30) }
    /// Two contacts closer than this are one finger read twice: 1 mm, a fingertip is 8 mm wide.
    public static var oneFingerDistancePt: Float { 6.3 }
    /// A tap within this of the last tap's start is the next of its row: 45 pt. The tap recognizer's default, too.
    public static var tapMovementPt: Float { 45 }
    /// A landing within this after the last tap's lift is the next of its row: 350 ms. The tap recognizer's default, too.
    public static var tapInterval: Microseconds { .milliseconds(350) }
    /// A touch that lasts longer is no tap: 750 ms. The tap recognizer's default, too.
    public static var tapMaxPress: Microseconds { .milliseconds(750) }
}

import TaplineTouches

extension Goodix {
    /// How long the chip needs, and how long the driver has patience.
    enum Timing {
        // Reset, from the GT911's datasheet (T2 to T5); where it asks for "more than", what Linux waits.

        /// Reset low: more than 10 ms.
        static var resetLow: Microseconds { .milliseconds(20) }
        /// The interrupt line's level before reset rises: more than 100 µs.
        static var selectionSetup: Microseconds { .milliseconds(1) }
        /// The interrupt line's level after reset has risen: more than 5 ms.
        static var selectionHold: Microseconds { .milliseconds(6) }
        /// The interrupt line low before the host lets go of it: 50 ms, in which the firmware starts.
        static var startUp: Microseconds { .milliseconds(50) }

        // Patience

        /// Between two attempts to identify the chip, which may still be starting.
        static var identifyAgain: Microseconds { .milliseconds(10) }
        /// How often one address is asked for its identity.
        static var identifyTries: Int { 3 }
        /// Between two rounds of looking for a chip that is not there, and between two recoveries.
        static var absent: Microseconds { .milliseconds(1_000) }
        /// Between two attempts of a transfer that fails.
        static var retry: Microseconds { .milliseconds(2) }
        /// How many failures in a row lead to a reset.
        static var failuresToReset: Int { 3 }
        /// Between two looks at a ready flag that lags behind its interrupt.
        static var readyRetry: Microseconds { .milliseconds(2) }
        /// How long the ready flag may lag behind its interrupt (Linux: 20 ms).
        static var readyPatience: Microseconds { .milliseconds(20) }
        /// An interrupt so soon after an acknowledged report may be that report's echo: the chip is known to send one
        /// after a lift. If nothing gets ready then, it is no fault.
        static var echo: Microseconds { .milliseconds(50) }
        /// After an interrupt without a report: when the driver looks once more, in case an edge went unseen.
        static var secondLook: Microseconds { .milliseconds(100) }
        /// A shorter poll period is taken for this one: no chip of the family reports more often than each 5 ms.
        static var shortestPoll: Microseconds { .milliseconds(1) }
        /// From arming the liveness check to the first one, which shows whether the chip takes part in it.
        static var firstLivenessCheck: Microseconds { .milliseconds(100) }
    }
}

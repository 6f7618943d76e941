import TaplineTouches

extension FocalTech {
    /// How long the chip needs, and how long the driver has patience.
    enum Timing {
        // Reset, from the FT5x06's datasheet and Linux.

        /// Reset low: at least 5 ms.
        static var resetLow: Microseconds { .milliseconds(6) }
        /// From reset high to the first transfer: 300 ms.
        static var startUp: Microseconds { .milliseconds(300) }

        // Patience

        /// Between two attempts to identify the chip, which may still be starting.
        static var identifyAgain: Microseconds { .milliseconds(10) }
        /// How often one address is asked for its identity.
        static var identifyTries: Int { 3 }
        /// How often the interrupt's mode is written before the driver goes on without it.
        static var modeTries: Int { 3 }
        /// Between two rounds of looking for a chip that is not there, and between two recoveries.
        static var absent: Microseconds { .milliseconds(1_000) }
        /// Between two attempts of a transfer that fails.
        static var retry: Microseconds { .milliseconds(2) }
        /// How many failures in a row lead to a reset.
        static var failuresToReset: Int { 3 }
        /// An interrupt so soon after a look is what was looked at, not another report: no chip of the family reports
        /// more often than each 7 ms.
        static var echo: Microseconds { .milliseconds(4) }
        /// After such an interrupt: when the driver looks, unless another comes. A chip whose line stays low while a
        /// finger is down (interrupt mode 0) is read at this pace.
        static var levelLook: Microseconds { .milliseconds(20) }
        /// After a report that an interrupt announced and that made no sense: when the driver looks once more.
        static var secondLook: Microseconds { .milliseconds(20) }
        /// A shorter poll period is taken for this one.
        static var shortestPoll: Microseconds { .milliseconds(1) }
    }
}

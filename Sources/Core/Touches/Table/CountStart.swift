/// Where counters begin: with nothing, and a little below their limit where the soak is built, so that each of them wraps.
package enum CountStart {
    package static var value: UInt32 {
        #if NEAR_LIMITS
            .max - 100
        #else
            0
        #endif
    }
}

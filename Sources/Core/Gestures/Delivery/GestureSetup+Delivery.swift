extension GestureSetup {
    /// What `gesture` does to the touch streams of zones; UIKit's defaults unless set.
    public mutating func deliver(_ gesture: Int, _ delivery: TouchDelivery) throws(Problem) {
        guard gesture >= 0, gesture < count else { throw .noSuchGesture(gesture) }
        deliveries[gesture] = delivery
    }
}

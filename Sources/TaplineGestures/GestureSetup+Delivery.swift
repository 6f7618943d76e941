import TaplineTouches

extension GestureSetup {
    /// What `gesture` does to the touch streams of zones; UIKit's defaults where nothing is said.
    public mutating func deliver(_ gesture: Int, _ delivery: TouchDelivery) throws(Problem) {
        guard gesture >= 0, gesture < count else { throw .noSuchGesture(gesture) }
        deliveries[gesture] = delivery
    }

    /// Empty streams for recognizers in this order.
    func streams(in order: borrowing InlineArray<recognizers, Int>) -> TouchStreams {
        var cancelling = RecognizerSet()
        var delayingBegan = RecognizerSet()
        var delayingEnded = RecognizerSet()
        for place in 0..<count {
            let delivery = deliveries[order[place]]
            if delivery.cancelsTouches { cancelling.insert(place) }
            if delivery.delaysBegan { delayingBegan.insert(place) }
            if delivery.delaysEnded { delayingEnded.insert(place) }
        }
        return TouchStreams(cancelling: cancelling, delayingBegan: delayingBegan, delayingEnded: delayingEnded)
    }
}

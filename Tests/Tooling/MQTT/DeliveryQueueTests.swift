import TestSupport

@testable import TaplineMQTT

@Suite struct DeliveryQueueTests {
    private func queue(_ count: Int, capacity: Int) -> DeliveryQueue {
        var queue = DeliveryQueue(capacity: capacity)
        for number in 0..<count { queue.append(Delivery(component: "\(number)", payload: [])) }
        return queue
    }
    private func names(_ queue: DeliveryQueue) -> [Int] { queue.deliveries.compactMap { Int($0.component) } }

    @Test func aFullQueueKeepsEverything() {
        let queue = queue(20, capacity: 20)
        #expect(names(queue) == Array(0..<20))
        #expect(queue.lost == 0)
    }

    @Test func oneMoreThanFitsGivesUpTheOldestAndCountsIt() {
        let queue = queue(21, capacity: 20)
        #expect(names(queue) == Array(1..<21))
        #expect(queue.lost == 1)
    }

    @Test func whatNeverCameIsLostToo() {
        var queue = queue(22, capacity: 20)
        queue.hasMissed(7)
        #expect(queue.lost == 9)
        queue.hasMissed(.max)
        #expect(queue.lost == .max)
    }

    @Test func whatIsOnItsWayIsNeverGivenUp() {
        var queue = queue(20, capacity: 20)
        for number in 1...3 { queue.hasHandedOver(queue.next!, as: Int32(number)) }
        for number in 20..<30 { queue.append(Delivery(component: "\(number)", payload: [])) }
        #expect(names(queue) == [0, 1, 2] + Array(13..<30))
        #expect(queue.lost == 10)
    }

    @Test func tenAreOnTheirWayAtMostAndInOrder() {
        var queue = queue(20, capacity: 20)
        for number in 0..<10 {
            #expect(queue.next == number)
            queue.hasHandedOver(number, as: Int32(100 + number))
        }
        #expect(queue.next == nil)
        queue.wasDelivered(100)
        #expect(queue.next == 9)
        #expect(queue.deliveries[9].component == "10")
    }

    @Test func aMessageIsHandedOverOnceAndGoesWhenTheBrokerHasIt() {
        var queue = queue(1, capacity: 20)
        queue.hasHandedOver(0, as: 7)
        #expect(queue.next == nil)
        queue.wasDelivered(8)
        #expect(!queue.isEmpty)
        queue.wasDelivered(7)
        #expect(queue.isEmpty)
        queue.wasDelivered(7)
        #expect(queue.isEmpty)
    }

    @Test func whatABrokerHasForgottenIsHandedOverAgainInOrder() {
        var queue = queue(20, capacity: 20)
        for number in 0..<10 { queue.hasHandedOver(queue.next!, as: Int32(100 + number)) }
        queue.wasDelivered(100)
        #expect(queue.onTheirWay == 9)
        queue.takeBack()
        #expect(queue.onTheirWay == 0)
        // A number of the client before means nothing any more.
        queue.wasDelivered(101)
        for number in 1...10 {
            #expect(queue.deliveries[queue.next!].component == "\(number)")
            queue.hasHandedOver(queue.next!, as: Int32(number))
        }
        #expect(queue.next == nil)
    }

    @Test func aQueueIsNeverSmallerThanWhatIsOnItsWay() {
        var queue = queue(11, capacity: 1)
        for number in 0..<10 { queue.hasHandedOver(queue.next!, as: Int32(number)) }
        queue.append(Delivery(component: "11", payload: []))
        #expect(names(queue) == Array(0..<10) + [11])
    }
}

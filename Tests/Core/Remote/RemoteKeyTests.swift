import TestSupport

/// What media keys mean, whoever made the device.
@Suite struct RemoteKeyTests {
    @Test func everySpellingOfAKeyIsItsCommand() {
        let spellings: [(RemoteKey, [UInt16])] = [
            (.command(.play), [207, 200]), (.command(.pause), [119, 201]), (.command(.stop), [128, 166]),
            (.command(.togglePlayPause), [164]), (.command(.nextTrack), [163, 0x197]),
            (.command(.previousTrack), [165, 0x19C]), (.seek(.forward), [208]), (.seek(.backward), [168, 0x275]),
            (.volume(1), [115]), (.volume(-1), [114]), (.command(.toggleMute), [113]), (.button, [226]),
        ]
        for (key, codes) in spellings {
            for code in codes { #expect(RemoteKey(code: code) == key, "code \(code)") }
        }
        let known = Set(spellings.flatMap(\.1))
        for code in 0...UInt16.max where !known.contains(code) { #expect(RemoteKey(code: code) == nil, "code \(code)") }
        #expect(known.max() == RemoteKey.codes - 1)
    }

    @Test func backAndForwardAreTracksOfATelevisionOnly() {
        #expect(RemoteKey(code: 159, of: .cec) == .command(.nextTrack))
        #expect(RemoteKey(code: 158, of: .cec) == .command(.previousTrack))
        for device in [RemoteKey.Device.keys, .headset] {
            #expect(RemoteKey(code: 159, of: device) == nil)
            #expect(RemoteKey(code: 158, of: device) == nil)
        }
    }

    @Test func playPauseOfAHeadsetIsItsButton() {
        #expect(RemoteKey(code: 164, of: .headset) == .button)
        #expect(RemoteKey(code: 164, of: .cec) == .command(.togglePlayPause))
    }

    @Test func subtypesHaveUIKitsNumbers() {
        let numbers = RemoteCommand.all.compactMap(\.subtype)
        #expect(numbers == Array(100...109))
        #expect(RemoteCommand.play.subtype == 100)
        #expect(RemoteCommand.togglePlayPause.subtype == 103)
        #expect(RemoteCommand.nextTrack.subtype == 104)
        #expect(RemoteCommand.beginSeekingBackward.subtype == 106)
        #expect(RemoteCommand.endSeekingForward.subtype == 109)
        #expect(RemoteCommand.skip.subtype == nil)
    }
}

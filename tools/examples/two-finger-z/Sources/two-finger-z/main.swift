import TaplineCore
import TaplineDaemon

/// The library's kinds, and one of our own.
typealias Kinds = EitherRecognizer<StandardRecognizer, TwoFingerZ>

// `two-finger-z --config z.yaml` is `taplined` with one kind more.
Daemon.main(kinds: Kinds.self)

import TaplineCore

// Most tests are about something else than when a movement is deliberate: by the slop alone, the classic rule.
extension LongPressRecognizer.Parameters { static var classic: Self { changed(.init()) { $0.youth = .none } } }
extension PanRecognizer.Parameters { static var classic: Self { changed(.init()) { $0.youth = .none } } }
extension EdgePanRecognizer.Parameters { static var classic: Self { changed(.init()) { $0.youth = .none } } }
extension PinchRecognizer.Parameters { static var classic: Self { changed(.init()) { $0.youth = .none } } }
extension RotationRecognizer.Parameters { static var classic: Self { changed(.init()) { $0.youth = .none } } }
extension TransformRecognizer.Parameters { static var classic: Self { changed(.init()) { $0.youth = .none } } }

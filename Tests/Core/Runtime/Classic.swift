import TaplineCore

// What begins by movement begins by the slop alone: the classic rule.
extension LongPressRecognizer.Parameters {
    static var classic: Self {
        var parameters = Self()
        parameters.youth = .none
        return parameters
    }
}
extension PanRecognizer.Parameters {
    static var classic: Self {
        var parameters = Self()
        parameters.youth = .none
        return parameters
    }
}
extension EdgePanRecognizer.Parameters {
    static var classic: Self {
        var parameters = Self()
        parameters.youth = .none
        return parameters
    }
}
extension PinchRecognizer.Parameters {
    static var classic: Self {
        var parameters = Self()
        parameters.youth = .none
        return parameters
    }
}
extension RotationRecognizer.Parameters {
    static var classic: Self {
        var parameters = Self()
        parameters.youth = .none
        return parameters
    }
}
extension TransformRecognizer.Parameters {
    static var classic: Self {
        var parameters = Self()
        parameters.youth = .none
        return parameters
    }
}

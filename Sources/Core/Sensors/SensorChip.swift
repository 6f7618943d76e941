import TaplineControllers

/// The motion sensors that are known, as boards name them: one line says all that their sheets do not.
public enum SensorChip: UInt8, Sendable {
    case lis3dh, lis2dh12, adxl345, mma8451, mma8452, mma8453, mma8652, mma8653, mpu6050, mpu6500, mpu9250, mpu9255
    case icm20948, lsm6ds3, lsm6ds3trc, lsm6dsl, lsm6dso, lsm6dsox, bmi160, kx022, kx023, msa301, msa311

    /// The name in board files: `lis3dh`.
    public var name: StaticString {
        switch self {
        case .lis3dh: "lis3dh"
        case .lis2dh12: "lis2dh12"
        case .adxl345: "adxl345"
        case .mma8451: "mma8451"
        case .mma8452: "mma8452"
        case .mma8453: "mma8453"
        case .mma8652: "mma8652"
        case .mma8653: "mma8653"
        case .mpu6050: "mpu6050"
        case .mpu6500: "mpu6500"
        case .mpu9250: "mpu9250"
        case .mpu9255: "mpu9255"
        case .icm20948: "icm20948"
        case .lsm6ds3: "lsm6ds3"
        case .lsm6ds3trc: "lsm6ds3trc"
        case .lsm6dsl: "lsm6dsl"
        case .lsm6dso: "lsm6dso"
        case .lsm6dsox: "lsm6dsox"
        case .bmi160: "bmi160"
        case .kx022: "kx022"
        case .kx023: "kx023"
        case .msa301: "msa301"
        case .msa311: "msa311"
        }
    }

    /// Whether it has a gyroscope.
    public var hasGyroscope: Bool {
        switch self {
        case .mpu6050, .mpu6500, .mpu9250, .mpu9255, .icm20948, .lsm6ds3, .lsm6ds3trc, .lsm6dsl, .lsm6dso, .lsm6dsox,
            .bmi160:
            true
        case .lis3dh, .lis2dh12, .adxl345, .mma8451, .mma8452, .mma8453, .mma8652, .mma8653, .kx022, .kx023, .msa301,
            .msa311:
            false
        }
    }

    /// What its data sheet says, for usual settings.
    public var sheet: SensorSheet { SensorFamily.sheet(SensorDriver.Configuration(SensorSettings(self))) }

    func sheet(_ wanted: SensorSettings, _ lines: SensorLines) -> SensorSheet {
        switch self {
        case .lis3dh, .lis2dh12: .lis3dh(wanted, lines)
        case .adxl345: .adxl345(wanted, lines)
        case .mma8451: .mma8452(wanted, lines, identity: 0x1A)
        case .mma8452: .mma8452(wanted, lines, identity: 0x2A)
        case .mma8453: .mma8452(wanted, lines, identity: 0x3A)
        case .mma8652: .mma8452(wanted, lines, identity: 0x4A)
        case .mma8653: .mma8452(wanted, lines, identity: 0x5A)
        case .mpu6050: .mpu6050(wanted, lines, identity: 0x68)
        case .mpu6500: .mpu6050(wanted, lines, identity: 0x70)
        case .mpu9250: .mpu6050(wanted, lines, identity: 0x71)
        case .mpu9255: .mpu6050(wanted, lines, identity: 0x73)
        case .icm20948: .icm20948(wanted, lines)
        case .lsm6ds3: .lsm6ds3(wanted, lines, identity: 0x69)
        case .lsm6ds3trc, .lsm6dsl: .lsm6ds3(wanted, lines, identity: 0x6A)
        case .lsm6dso, .lsm6dsox: .lsm6ds3(wanted, lines, identity: 0x6C)
        case .bmi160: .bmi160(wanted, lines)
        case .kx022: .kx023(wanted, lines, identity: 0x14)
        case .kx023: .kx023(wanted, lines, identity: 0x15)
        case .msa301: .msa311(wanted, lines, at: 0x26)
        case .msa311: .msa311(wanted, lines, at: 0x62)
        }
    }
}

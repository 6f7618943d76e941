/// This version of Tapline: what the programs say of themselves and what their packages are called. (`tools/package` reads
/// it here.)
public enum TaplineVersion {
    /// `major.minor.patch`, as semver.org has it.
    public static let text = "0.1.0"
}

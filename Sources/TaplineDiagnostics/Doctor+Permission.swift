import TaplineDevices
import TaplineService

extension Doctor {
    /// Whether the process may use its devices, and which group gives the right.
    static func permission(_ facts: MachineFacts) -> [DoctorFinding] {
        facts.denials.map { denial in
            let text: String
            let command: String
            if denial.isByContainer {
                text = "this container or service was not given \(denial.path); for a container --device \(denial.path)"
                command = "sudo systemctl edit --drop-in=devices SERVICE    # [Service] DeviceAllow=\(denial.path) rw"
            } else if let group = denial.group, group != "root" {
                let isMember = facts.userGroups.contains(group)
                text =
                    "\(denial.path) belongs to the group \(group)"
                    + (isMember
                        ? ", which counts from the next login on" : ", and the user does not; then log in again")
                command = isMember ? "newgrp \(group)" : "sudo usermod -aG \(group) $USER"
            } else {
                text = "only root may use \(denial.path)"
                let rule = DeviceKind(path: denial.path)?.udevRule ?? "KERNEL==\"*\", MODE=\"0660\""
                command =
                    "echo '\(rule)' | sudo tee -a /etc/udev/rules.d/99-tapline.rules && sudo udevadm control --reload "
                    + "&& sudo udevadm trigger"
            }
            return .problem("permission", text, command: command, .permission)
        }
    }
}

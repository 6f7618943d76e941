import TaplineDaemon
import TaplineLinux

extension Doctor {
    /// Whether the process may use its devices, and which group gives the right.
    static func permission(_ facts: MachineFacts) -> [DoctorFinding] {
        facts.denials.map { denial in
            let text: String
            let command: String
            if denial.isByContainer {
                if let service = facts.service {
                    text = "the service \(service) was not given \(denial.path)"
                    command =
                        "sudo systemctl set-property \(Shell.word(service)) DeviceAllow=\(Shell.quoted("\(denial.path) rw"))"
                } else {
                    text = "this container was not given \(denial.path): start it with --device \(denial.path); then"
                    command = again(facts)
                }
            } else if let group = denial.group, group != "root" {
                let isMember = facts.userGroups.contains(group)
                text =
                    "\(denial.path) belongs to the group \(group)"
                    + (isMember
                        ? ", which counts from the next login on" : ", and the user does not; then log in again")
                command = isMember ? "newgrp \(group)" : "sudo usermod -aG \(group) $USER"
            } else {
                text = "only root may use \(denial.path): give it to a group with you in it; then log in again"
                let kind = DeviceKind(path: denial.path)
                let group = kind?.usualGroup ?? "dialout"
                let name = DeviceFiles.lastName(of: denial.path)
                let rule = kind?.udevRule ?? #"KERNEL=="\#(name)", GROUP="\#(group)", MODE="0660""#
                let isMember = facts.userGroups.contains(group)
                // (A group may be missing: only some systems have gpio.)
                command =
                    "{ getent group \(group) >/dev/null || sudo groupadd --system \(group); } && echo \(Shell.quoted(rule)) "
                    + "| sudo tee -a /etc/udev/rules.d/99-tapline.rules && sudo udevadm control --reload && sudo udevadm "
                    + "trigger" + (isMember ? "" : " && sudo usermod -aG \(group) $USER")
            }
            return .problem("permission", text, command: command, .permission)
        }
    }
}
